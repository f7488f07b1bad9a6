import { expect, vi } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { createBuilders } from './builders.ts'
import { readOutbox } from './outbox.ts'
import type { TestServer } from './server.ts'

let counter = 0

export const anEmail = () => `anna${++counter}@example.org`

/** Returns the path of the URL in an email to a follower. */
export const addressIn = (mail = '') =>
  /http:\/\/photos\.test(\/follow\/[\w-]+)/.exec(mail)?.[1] ?? 'no address in the mail'

export function createFollowers(server: TestServer) {
  const build = createBuilders(server)
  type Followed = Awaited<ReturnType<typeof build.aLink>>

  const follow = (slug: string, email: string, given: { from?: string; headers?: Record<string, string> } = {}) =>
    server.post(`/api/links/slug/${slug}/follow`, { email }, { from: build.anAddress(), ...given })

  /** Waits until all queued emails are sent. */
  async function mailsTo(email: string) {
    const tasks = () => server.db.selectFrom('tasks').select('id').execute()
    await vi.waitFor(async () => expect(await tasks()).toEqual([]))
    const mails = readOutbox(server)
    return mails.filter((mail) => mail.includes(`To: ${email}`)).map((mail) => mail.replaceAll('=3D', '='))
  }

  /** Logs the owner in again, because sessions expire when the clock advances. */
  const signedIn = async (link: Followed) => ({
    ...link,
    owner: { ...link.owner, token: await build.aSession(link.owner) },
  })

  return {
    follow,
    mailsTo,
    signedIn,

    /** Creates a confirmed follower. `path` is from the URL in their emails. */
    async aFollower(link: { slug: string }, given: { headers?: Record<string, string> } = {}) {
      const email = anEmail()
      await follow(link.slug, email, given)
      const [mail] = await mailsTo(email)
      const path = addressIn(mail)
      await server.post(path)
      return { email, path }
    },

    /** Advances the clock until tomorrow's digests are due, and queues them. */
    async tomorrowMorning() {
      const next = new Date(server.clock.now().getTime() + days(1))
      next.setUTCHours(8, 0, 30, 0)
      server.clock.advance(next.getTime() - server.clock.now().getTime())
      await server.services.followers.sendDigests()
    },

    aPicture: async (link: Followed, title = 'The jetty') =>
      build.anImage({ link: await signedIn(link), fields: { title } }),

    async countOf(link: Followed) {
      const { owner } = await signedIn(link)
      return (await server.get(`/api/links/${link._id}/followers`, { token: owner.token })).body.data.count
    },

    async change(link: Followed, to: object) {
      const { owner } = await signedIn(link)
      expect((await server.put(`/api/links/${link._id}`, to, { token: owner.token })).status).toBe(200)
    },
  }
}
