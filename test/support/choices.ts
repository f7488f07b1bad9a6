import { asOwner, createBuilders, type Person } from './builders.ts'
import { withPass } from './link-access.ts'
import type { TestServer } from './server.ts'

type ChoosingLink = { _id: string; slug: string; owner: Person; ids: string[] }

/** The ID of the link's image with this number. */
export const at = ({ ids }: ChoosingLink, n: number) => ids[n] ?? ''

export function createChoices(server: TestServer) {
  const build = createBuilders(server)
  type Options = Parameters<typeof server.get>[1]

  const put = (imageId: string, body: object, options?: Options) =>
    server.put(`/api/images/${imageId}/choice`, body, options)

  const heart = (link: ChoosingLink, n: number, options?: Options) => put(at(link, n), { chosen: true }, options)

  return {
    put,
    heart,

    async aChoosingLink(fields: object = {}, pictures = 4): Promise<ChoosingLink> {
      const link = await build.aLink({ choosing: 'on', ...fields })
      return { ...link, ids: await build.imageRows(link, pictures) }
    },

    /** Creates a guest who has picked the first image. */
    async aGuest(link: ChoosingLink) {
      const { body, headers } = await heart(link, 0)
      return { ...withPass(body.data.pass), setCookie: headers['set-cookie'] }
    },

    read: (link: ChoosingLink, options?: Options) => server.get(`/api/links/slug/${link.slug}/choice`, options),

    send: (link: ChoosingLink, options?: Options, words: object = { name: 'Lena Brandt' }) =>
      server.post(`/api/links/slug/${link.slug}/choice/send`, words, options),

    ask: (link: ChoosingLink, options?: Options) =>
      server.post(`/api/links/slug/${link.slug}/choice/ask`, { message: 'One more, please' }, options),

    list: async (link: ChoosingLink) => (await server.get(`/api/links/${link._id}/choices`, asOwner(link))).body.data,
  }
}
