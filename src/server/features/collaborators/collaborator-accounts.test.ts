import { expect, test } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { inEmailTo } from '#test/support/outbox.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const access = createLinkAccess(server)

const invite = (owner: Person, email: string) =>
  server.post('/api/collaborators', { email, role: 'editor', linkId: null }, { token: owner.token })

async function accept(person: Person) {
  const token = await inEmailTo(server, person.email, /\/collaborate\/([\w-]{65})/)
  return (await server.post(`/api/collaborations/${token}/accept`, {}, { token: person.token })).status
}

const roleOn = async (link: { _id: string }, person: Person) =>
  (await server.get(`/api/links/${link._id}`, { token: person.token })).body.data?.myRole

test('someone can be invited before they register', async () => {
  const link = await build.aLink({ isPrivate: true })
  const email = `later-${link.slug}@example.com`
  expect((await invite(link.owner, email)).status).toBe(201)
  const ben = await build.aUser({ email })
  expect(await roleOn(link, ben)).toBeUndefined()
  expect(await accept(ben)).toBe(200)
  expect(await roleOn(link, ben)).toBe('editor')
})

test('owners can be collaborators of their collaborators', async () => {
  const [ofAda, ofBen] = [await build.aLink({ isPrivate: true }), await build.aLink({ isPrivate: true })]
  const [ada, ben] = [ofAda.owner, ofBen.owner]
  for (const [owner, person] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect((await invite(owner, person.email)).status).toBe(201)
    expect(await accept(person)).toBe(200)
  }
  expect([await roleOn(ofAda, ada), await roleOn(ofAda, ben)]).toEqual(['owner', 'editor'])
  expect([await roleOn(ofBen, ada), await roleOn(ofBen, ben)]).toEqual(['editor', 'owner'])
})

test('an editor with a pass stays an editor, and is a visitor again when removed', async () => {
  const link = await build.aLink({ password: 'open sesame', watermark: { mode: 'tiled' } })
  await build.anImage({ link })
  const ben = await build.aCollaborator({ owner: link.owner, role: 'editor', link })
  const { pass } = (await access.unlock(link, 'open sesame')).body.data
  const see = async () => {
    const { body } = await server.get(`/api/links/slug/${link.slug}`, { token: ben.token, ...withPass(pass) })
    const { imageUrl } = body.data.images[0]
    expect((await server.get(imageUrl)).status).toBe(200)
    return [body.data.myRole, /\/[0-9a-f]{24}-/.test(imageUrl) ? 'marked' : 'clean']
  }
  expect(await see()).toEqual(['editor', 'clean'])
  await server.del(`/api/collaborators/${ben.collaboratorId}`, undefined, { token: link.owner.token })
  server.clock.advance(1000)
  expect(await see()).toEqual([undefined, 'marked'])
})
