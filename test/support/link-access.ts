import type { Image } from '#shared/images.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { Person } from './builders.ts'
import type { TestServer } from './server.ts'

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

type OwnedLink = { _id: string; slug: string; owner: Person }

export function createLinkAccess(server: TestServer) {
  const passIn = (setCookie: unknown) => /^framelight_pass=([\w-]+)/.exec(String(setCookie))?.[1] ?? ''

  return {
    setPassword: (link: OwnedLink, password: string | null) =>
      server.put(`/api/links/${link._id}`, { password }, { token: link.owner.token }),

    unlock: (link: { slug: string }, password: string, from?: string, headers: Record<string, string> = {}) =>
      server.post(
        `/api/links/slug/${link.slug}/unlock`,
        { password },
        { headers, ...(from !== undefined && { from }) },
      ),

    async invite(link: OwnedLink, fields: object = {}): Promise<Invitation> {
      const { body } = await server.post(
        `/api/links/${link._id}/invitations`,
        { name: 'Anna & Tom', ...fields },
        { token: link.owner.token },
      )
      return body.data
    },

    changeInvitation: (link: OwnedLink, id: string, change: object) =>
      server.put(`/api/invitations/${id}`, change, { token: link.owner.token }),

    revoke: (link: OwnedLink, id: string) =>
      server.del(`/api/invitations/${id}`, undefined, { token: link.owner.token }),

    async enter({ url }: { url: string }, headers: Record<string, string> = {}) {
      const answer = await server.get(new URL(url).pathname, { headers: { 'user-agent': firefox, ...headers } })
      return { ...answer, pass: passIn(answer.headers['set-cookie']) }
    },
  }
}

export const withPass = (pass: string) => ({ headers: { cookie: `framelight_pass=${pass}` } })

export const endpointsOf = (link: { _id: string; slug: string }, image: Pick<Image, '_id' | 'thumbnailUrl'>) => ({
  slug: `/api/links/slug/${link.slug}`,
  id: `/api/links/${link._id}`,
  images: `/api/links/${link._id}/images`,
  image: `/api/images/${image._id}`,
  zip: `/api/links/slug/${link.slug}/download`,
  comments: `/api/comments/image/${image._id}`,
})
