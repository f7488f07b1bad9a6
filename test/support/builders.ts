import { setTimeout as delay } from 'node:timers/promises'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import type { Image } from '#shared/images.ts'
import { toForm } from './form.ts'
import { aSmallJpeg } from './pictures.ts'
import type { TestServer } from './server.ts'

let counter = 0
const next = () => ++counter

export type Person = { token: string; id: string; name: string; email: string; password: string }

export const asOwner = ({ owner }: { owner: Person }) => ({ token: owner.token })

/** Creates builders for one server. Each builder creates the parent objects it needs. */
export function createBuilders(server: TestServer) {
  /** Each caller gets a new IP address to avoid rate limits. */
  const anAddress = () => {
    const n = next()
    return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  }

  async function aUser(given: { name?: string; email?: string; password?: string } = {}): Promise<Person> {
    const person = { name: 'Ada Lovelace', email: `person-${next()}@example.com`, password: 'secret-1', ...given }
    const { body } = await server.post('/api/auth/register', person, { from: anAddress() })
    return { ...person, token: body.token, id: body.user.id }
  }

  /** Creates a session without the cost of a login. */
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

  /** Creates an API key with all scopes, and returns it with its ID. */
  async function aKey(owner: Person, given: Record<string, unknown> = {}) {
    const fields = { name: 'Lightroom', scopes: ['read', 'upload', 'manage'], ...given }
    const { body } = await server.post('/api/auth/keys', fields, { token: owner.token })
    return { token: body.data.key as string, id: body.data._id as string }
  }

  /** Adds someone who has accepted an invitation to the link, or to all links of the owner. */
  async function aCollaborator(given: {
    owner: Person
    role: 'editor' | 'uploader'
    link?: { _id: string }
    person?: Person
  }) {
    const { owner, role, link, person = await aUser({ name: 'Ben Second' }) } = given
    const now = new Date().toISOString()
    const id = newId()
    await server.db
      .insertInto('collaborators')
      .values({
        id,
        owner_id: owner.id,
        email: person.email,
        role,
        link_id: link?._id ?? null,
        user_id: person.id,
        invited_at: now,
        sent_at: now,
        accepted_at: now,
      })
      .execute()
    return { ...person, collaboratorId: id }
  }

  async function aLink(given: Record<string, unknown> & { owner?: Person } = {}) {
    const { owner = await aUser(), ...fields } = given
    const { body } = await server.post('/api/links', { title: 'Summer', ...fields }, { token: owner.token })
    return { ...body.data, owner } as { _id: string; slug: string; title: string; owner: Person }
  }

  async function anExpiredLink(given: { owner?: Person } = {}) {
    const link = await aLink(given)
    await server.db
      .updateTable('links')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', link._id)
      .execute()
    return link
  }

  /** Uploads an image as the link's owner. Retries on 429, as the web app does. */
  async function anUpload(given: {
    link: { _id: string; owner: Person }
    bytes?: Buffer
    fileName?: string
    fields?: Record<string, string>
    headers?: Record<string, string>
  }) {
    const { link, bytes = await aSmallJpeg(), fileName = 'photo.jpg', fields = {}, headers = {} } = given
    const form = toForm([
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      { name: 'image', fileName, bytes },
    ])
    for (;;) {
      const answer = await server.call('POST', `/api/links/${link._id}/images`, {
        token: link.owner.token,
        body: form.payload,
        headers: { ...form.headers, ...headers },
      })
      if (answer.status !== 429) return answer
      await delay(20)
    }
  }

  async function anImage(
    given: { link?: { _id: string; owner: Person }; bytes?: Buffer; fields?: Record<string, string> } = {},
  ): Promise<OwnedImage> {
    const { link = await aLink(), ...upload } = given
    const { body } = await anUpload({ link, ...upload })
    return { ...(body.data as Image), link, owner: link.owner }
  }

  async function aComment(given: { image?: { _id: string }; author?: Person; content?: string } = {}) {
    const { image = await anImage(), author = await aUser(), content = 'Lovely light' } = given
    const { body } = await server.post(`/api/comments/image/${image._id}`, { content }, { token: author.token })
    return { ...body.data, image, author } as { _id: string; content: string; image: { _id: string }; author: Person }
  }

  /** Inserts images without files, for tests that only need rows. Returns their IDs in gallery order. */
  async function imageRows(link: { _id: string; owner: Person }, count: number) {
    const ids = Array.from({ length: count }, newId)
    const row = { link_id: link._id, user_id: link.owner.id, description: '', taken_at: null, width: 3, height: 2 }
    const rest = {
      placeholder: '#888888',
      is_animated: 0,
      files: '[]',
      views: 0,
      cover_focus_x: null,
      cover_focus_y: null,
    }
    const created_at = new Date().toISOString()
    const rows = ids.map((id, n) => ({
      ...{ id, ...row, ...rest, camera: null, created_at, position: n + 1 },
      ...{ title: `Picture ${n + 1}`, file_name: `IMG_${n + 1}.CR3.jpg` },
    }))
    await server.db.insertInto('images').values(rows).execute()
    const counted = { image_count: count, next_position: count + 1 }
    await server.db.updateTable('links').set(counted).where('id', '=', link._id).execute()
    await server.db
      .updateTable('usage')
      .set((eb) => ({ images: eb('images', '+', count) }))
      .where('user_id', '=', link.owner.id)
      .execute()
    return ids
  }

  return {
    anAddress,
    aUser,
    aSession,
    aKey,
    aCollaborator,
    aLink,
    anExpiredLink,
    anUpload,
    anImage,
    imageRows,
    aComment,
  }
}
/** Named, because TypeScript can't write out types this long. */
export type OwnedImage = Omit<Image, 'link'> & { link: { _id: string; owner: Person }; owner: Person }

export type Builders = ReturnType<typeof createBuilders>
