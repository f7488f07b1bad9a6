import { asOwner, createBuilders, type Person } from './builders.ts'
import { toForm } from './form.ts'
import { withPass } from './link-access.ts'
import { aPicture } from './pictures.ts'
import type { TestServer } from './server.ts'

type Given = {
  pass?: string
  token?: string
  name?: string
  key?: string
  bytes?: Buffer
  fileName?: string
  from?: string
  headers?: Record<string, string>
}

type OwnedLink = { _id: string; slug: string; owner: Person }

let seed = 0

/** Returns a different image each time. */
export const aNewPicture = () => aPicture({ seed: ++seed }).jpeg().toBuffer()

export function createGuestUploads(server: TestServer) {
  const { aLink } = createBuilders(server)

  async function add(link: { slug: string }, given: Given = {}) {
    const { pass, token, name, key, bytes = await aNewPicture(), fileName = 'photo.jpg', from, headers } = given
    const form = toForm([
      ...(name === undefined ? [] : [{ name: 'name', value: name }]),
      { name: 'image', fileName, bytes },
    ])
    return server.call('POST', `/api/links/slug/${link.slug}/images`, {
      body: form.payload,
      headers: {
        ...form.headers,
        ...(pass && withPass(pass).headers),
        ...(key && { 'idempotency-key': key }),
        ...headers,
      },
      ...(token !== undefined && { token }),
      ...(from !== undefined && { from }),
    })
  }

  return {
    add,

    /** A link that everyone can add to. */
    aCollectingLink: (fields: Parameters<typeof aLink>[0] = {}) => aLink({ guestUploads: 'everyone', ...fields }),

    /** Creates a guest who has added one image. */
    async aGuest(link: { slug: string }, given: Given = {}) {
      const { body } = await add(link, { name: 'Ben', ...given })
      return { pass: body.data.pass as string, image: body.data, ...withPass(body.data.pass) }
    },

    read: async (link: OwnedLink) => (await server.get(`/api/links/${link._id}`, asOwner(link))).body.data,

    mine: async (link: OwnedLink, options = {}) =>
      (await server.get(`/api/links/slug/${link.slug}/my-uploads`, options)).body.data,

    queue: async (link: OwnedLink, query = '') =>
      (await server.get(`/api/links/${link._id}/guest-uploads${query}`, asOwner(link))).body,

    guestsOf: async (link: OwnedLink) => (await server.get(`/api/links/${link._id}/guests`, asOwner(link))).body.data,

    usageOf: ({ owner }: OwnedLink) =>
      server.db
        .selectFrom('usage')
        .select(['images', 'bytes'])
        .where('user_id', '=', owner.id)
        .executeTakeFirstOrThrow(),
  }
}
