import { expect } from 'vitest'
import { asOwner, createBuilders, type Person } from './builders.ts'
import type { TestServer } from './server.ts'

export type OwnLink = { _id: string; slug: string; owner: Person }
export type Shown = { _id: string; title: string; isCoverImage: boolean }

export function createGalleries(server: TestServer) {
  const read = async (link: OwnLink) => (await server.get(`/api/links/${link._id}`, asOwner(link))).body.data
  return {
    /** Creates a link with images titled a, b, c, … in this order. */
    async aGallery(count: number, given: { owner?: Person } & Record<string, unknown> = {}) {
      const { aLink, anImage } = createBuilders(server)
      const link = await aLink(given)
      const ids: string[] = []
      for (const title of 'abcdefgh'.slice(0, count)) ids.push((await anImage({ link, fields: { title } }))._id)
      return { ...link, ids }
    },
    read,
    titlesOf: async (link: OwnLink) => (await read(link)).images.map((image: Shown) => image.title).join(''),
    async coversOf(link: OwnLink) {
      const { images, coverImage } = (await read(link)) as { images: Shown[]; coverImage: Shown | null }
      const covers = images.filter((image) => image.isCoverImage).map((image) => image.title)
      expect(covers).toEqual(coverImage ? [coverImage.title] : [])
      return covers.join('')
    },
  }
}
