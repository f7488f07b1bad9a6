// @engine sqlite
import { expect, test } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { createLinkAccess } from '#test/support/link-access.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'

const password = 'four words of ours'

test('ten wrong passwords block a network from that link for 15 minutes', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { unlock } = createLinkAccess(own)
  const link = await createBuilders(own).aLink({ password })
  const other = await createBuilders(own).aLink({ password, owner: link.owner })
  expect((await unlock(link, password, '10.9.0.1')).status).toBe(200)
  const wrong = await Promise.all(Array.from({ length: 14 }, () => unlock(link, 'not this one', '10.9.0.1')))
  const statuses = wrong.map(({ status }) => status)
  expect(statuses.filter((status) => status === 403)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  const refused = await unlock(link, password, '10.9.0.1')
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await unlock(link, password, '10.9.0.2')).status).toBe(200)
  expect((await unlock(other, password, '10.9.0.1')).status).toBe(200)
  own.clock.advance(15 * 60_000)
  expect((await unlock(link, password, '10.9.0.1')).status).toBe(200)
})

test('spaces around a copied password are ignored, unless they belong to it', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { unlock } = createLinkAccess(own)
  const link = await createBuilders(own).aLink({ password })
  const spaced = await createBuilders(own).aLink({ password: ` ${password} ` })
  const statusOf = async (...attempt: Parameters<typeof unlock>) => (await unlock(...attempt)).status
  expect(await statusOf(link, ` ${password}\n`, '10.9.2.1')).toBe(200)
  expect(await statusOf(spaced, ` ${password} `, '10.9.2.1')).toBe(200)
  expect(await statusOf(spaced, password, '10.9.2.1')).toBe(403)
})

test('password guesses are counted across nodes', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold', appSecrets: ['one secret for all of us'] })
  const beside = await createTestServer({ appSecrets: ['one secret for all of us'] }, own)
  const link = await createBuilders(own).aLink({ password })
  const access = [createLinkAccess(own), createLinkAccess(beside)]
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) {
    const answer = await access[n % 2]?.unlock(link, 'not this one', '10.9.1.1')
    statuses.push(answer?.status ?? 0)
  }
  await beside.close()
  expect(statuses).toEqual([...Array(10).fill(403), 429, 429])
})

test('password guessing is logged and reported to the owner once', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const link = await createBuilders(own).aLink({ password })
  const { unlock } = createLinkAccess(own)
  for (let network = 0; network < 31; network++) {
    await Promise.all(Array.from({ length: 10 }, () => unlock(link, 'not this one', `10.8.0.${network}`)))
  }
  expect(own.logLines.filter((line) => line.includes('many wrong passwords'))).toHaveLength(1)
  const { body } = await own.get('/api/activity', { token: link.owner.token })
  expect(body.data).toMatchObject([{ kind: 'guessing', link: { _id: link._id } }])
})

test('all networks in an IPv6 /48 share 30 attempts', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { unlock } = createLinkAccess(own)
  const link = await createBuilders(own).aLink({ password })
  const statuses: number[] = []
  for (let n = 0; n < 40; n++) {
    const network = (n * 256).toString(16)
    statuses.push((await unlock(link, 'not this one', `2001:db8:1:${network}::1`)).status)
  }
  expect(statuses).toEqual([...Array(30).fill(403), ...Array(10).fill(429)])
  expect((await unlock(link, password, '2001:db8:2::1')).status).toBe(200)
})

test('after 300 wrong passwords in an hour, the right one works with a delay', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const link = await createBuilders(own).aLink({ password })
  const { unlock } = createLinkAccess(own)
  for (let network = 0; network < 30; network++) {
    await Promise.all(Array.from({ length: 10 }, () => unlock(link, 'not this one', `10.7.0.${network}`)))
  }
  const startedAt = performance.now()
  const { status } = await unlock(link, password, '10.6.0.1')
  expect(status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThan(490)
})

test('common link passwords are rejected on creation and on update', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const build = createBuilders(own)
  const owner = await build.aUser()
  const { token } = owner
  const made = await own.post('/api/links', { title: 'Wedding', password: '123456' }, { token })
  expect([made.status, Object.keys(made.body.fields)]).toEqual([400, ['password']])
  const link = await build.aLink({ owner })
  const changed = await own.put(`/api/links/${link._id}`, { password: 'Password1' }, { token })
  expect([changed.status, Object.keys(changed.body.fields)]).toEqual([400, ['password']])
})
