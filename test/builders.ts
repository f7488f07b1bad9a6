import { newId } from '#server/platform/ids.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import type { TestServer } from './server.ts'

let counter = 0
const next = () => ++counter

export type Person = { token: string; id: string; name: string; email: string; password: string }

/** Builders for one server; each fills in whatever it needs above it. */
export function createBuilders(server: TestServer) {
  /** Everybody comes from an address of their own, so that limits per address do not meet by chance. */
  const anAddress = () => `10.${next() % 250}.${next() % 250}.${next() % 250}`

  async function aUser(given: { name?: string; email?: string; password?: string } = {}): Promise<Person> {
    const person = { name: 'Ada Lovelace', email: `person-${next()}@example.com`, password: 'secret-1', ...given }
    const { body } = await server.post('/api/auth/register', person, { from: anAddress() })
    return { ...person, token: body.token, id: body.user.id }
  }

  /** One more session of somebody, without the cost of a login. */
  async function aSession(person: { id: string }) {
    const token = newToken()
    const now = new Date().toISOString()
    const session = { id: newId(), token_hash: hashToken(token), user_id: person.id, device: 'Test', created_at: now }
    await server.db
      .insertInto('sessions')
      .values({ ...session, last_seen_at: now, expires_at: '2100-01-01T00:00:00.000Z' })
      .execute()
    return token
  }

  async function aLink(given: Record<string, unknown> & { owner?: Person } = {}) {
    const { owner = await aUser(), ...fields } = given
    const { body } = await server.post('/api/links', { title: 'Summer', ...fields }, { token: owner.token })
    return { ...body.data, owner } as { _id: string; slug: string; title: string; owner: Person }
  }

  /** A link whose time is over. */
  async function anExpiredLink(given: { owner?: Person } = {}) {
    const link = await aLink(given)
    await server.db
      .updateTable('links')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', link._id)
      .execute()
    return link
  }

  async function anImage(given: { link?: { _id: string; owner: Person } } = {}) {
    const { link = await aLink() } = given
    const image = { id: newId(), link_id: link._id, user_id: link.owner.id, created_at: new Date().toISOString() }
    await server.db.insertInto('images').values(image).execute()
    return { _id: image.id, link, owner: link.owner }
  }

  async function aComment(given: { image?: { _id: string }; author?: Person; content?: string } = {}) {
    const { image = await anImage(), author = await aUser(), content = 'Lovely light' } = given
    const { body } = await server.post(`/api/comments/image/${image._id}`, { content }, { token: author.token })
    return { ...body.data, image, author } as { _id: string; content: string; image: { _id: string }; author: Person }
  }

  return { anAddress, aUser, aSession, aLink, anExpiredLink, anImage, aComment }
}
export type Builders = ReturnType<typeof createBuilders>
