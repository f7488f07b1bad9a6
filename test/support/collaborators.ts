import type { Person } from './builders.ts'
import { inEmailTo } from './outbox.ts'
import type { TestServer } from './server.ts'

export function createInvitations(server: TestServer) {
  const invite = (owner: Person, fields: Record<string, unknown>) =>
    server.post('/api/collaborators', { role: 'editor', linkId: null, ...fields }, { token: owner.token })

  const emailedToken = (email: string) => inEmailTo(server, email, /\/collaborate\/([\w-]{65})/)

  return {
    invite,
    emailedToken,

    /** Invites someone and returns the token from the email. */
    async offer(owner: Person, person: { email: string }, fields: Record<string, unknown> = {}) {
      const { body } = await invite(owner, { email: person.email, ...fields })
      return { id: body.data._id as string, token: await emailedToken(person.email) }
    },

    accept: (person: Person, token: string) =>
      server.post(`/api/collaborations/${token}/accept`, {}, { token: person.token }),
  }
}

export const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
