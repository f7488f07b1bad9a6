import { expect, test } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { finishTasks } from '#test/support/outbox.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const invite = (owner: Person, fields: Record<string, unknown>) =>
  server.post('/api/collaborators', { role: 'editor', linkId: null, ...fields }, { token: owner.token })

const send = (owner: Person, id: string) => server.post(`/api/collaborators/${id}/send`, {}, { token: owner.token })

const list = async (owner: Person) => (await server.get('/api/collaborators', { token: owner.token })).body.data

const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

test('invitations are sent at most 20 times an hour', async () => {
  const owner = await build.aUser()
  for (let n = 0; n < 10; n++) {
    const { body } = await invite(owner, { email: `hourly-${n}@example.com` })
    expect((await send(owner, body.data._id)).status).toBe(200)
  }
  const [{ _id: id }] = await list(owner)
  expect((await send(owner, id)).body).toMatchObject({
    code: 'RATE_LIMITED',
    error: expect.stringContaining('a lot of'),
  })
  await server.del(`/api/collaborators/${id}`, {}, { token: owner.token })
  expect((await invite(owner, { email: 'another@example.com' })).status).toBe(429)
  expect(await list(owner)).toHaveLength(9)
})

test("inviting someone who can't be emailed is refused, for every reason in the same words", async () => {
  const owner = await build.aUser()
  const { body } = await invite(owner, { email: 'full@example.com' })
  for (let n = 0; n < 2; n++) await send(owner, body.data._id)
  await finishTasks(server)
  const stopped = await build.aUser()
  await server.call('POST', new URL(server.services.emailOptOuts.urlFor(stopped.email)).pathname, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  const refusals = [
    await send(owner, body.data._id),
    await invite(await build.aUser(), { email: 'full@example.com' }),
    await invite(owner, { email: stopped.email }),
  ]
  for (const { status, body } of refusals) {
    expect([status, body.error]).toEqual([429, "We can't email this address today. Try again tomorrow."])
  }
  expect(await list(owner)).toMatchObject([{ email: 'full@example.com' }])
})

test('the limit counts people, exactly even in parallel', async () => {
  const link = await build.aLink()
  const { owner } = link
  for (let n = 1; n < 10; n++) {
    await build.aCollaborator({ owner, role: 'editor', person: { ...owner, email: `p${n}@example.com` } })
  }
  const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => invite(owner, { email: `q${n}@example.com` })))
  const codes = answers.map(statusAndCode)
  expect(codes.filter(([status]) => status === 201)).toHaveLength(1)
  expect(codes.filter(([, code]) => code === 'COLLABORATOR_LIMIT')).toHaveLength(63)
  // The same person can get another scope.
  expect((await invite(owner, { email: 'p1@example.com', linkId: link._id })).status).toBe(201)
})

test('people of a link in the trash leave room for others', async () => {
  const link = await build.aLink()
  const { owner } = link
  for (let n = 0; n < 10; n++) {
    await build.aCollaborator({ owner, role: 'editor', link, person: { ...owner, email: `t${n}@example.com` } })
  }
  expect(statusAndCode(await invite(owner, { email: 'next@example.com' }))).toEqual([403, 'COLLABORATOR_LIMIT'])
  await server.del(`/api/links/${link._id}`, undefined, { token: owner.token })
  expect(await list(owner)).toEqual([])
  expect((await invite(owner, { email: 'next@example.com' })).status).toBe(201)
})
