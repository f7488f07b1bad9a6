// @engine sqlite
import { expect, test, vi } from 'vitest'
import type { PlanId } from '#shared/plans.ts'
import { createBuilders, type Person } from '#test/support/builders.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'free', payments: 'test' })

const as = (token: string) => ({ token })
const setPlan = ({ id }: Person, plan: PlanId | null) =>
  server.db.updateTable('users').set({ granted_plan: plan }).where('id', '=', id).execute()

test('Gold can create any key, Plus keys that read, and Free none', async () => {
  const owner = await build.aUser()
  const codes: Record<string, unknown> = {}
  for (const plan of ['free', 'plus', 'gold'] as const) {
    await setPlan(owner, plan)
    for (const scope of ['read', 'upload', 'manage']) {
      const { status, body } = await server.post('/api/auth/keys', { name: 'x', scopes: [scope] }, as(owner.token))
      codes[`${plan} ${scope}`] = body.code ?? status
    }
  }
  expect(codes).toEqual({
    'free read': 'PLAN_FEATURE',
    'free upload': 'PLAN_FEATURE',
    'free manage': 'PLAN_FEATURE',
    'plus read': 201,
    'plus upload': 'PLAN_FEATURE',
    'plus manage': 'PLAN_FEATURE',
    'gold read': 201,
    'gold upload': 201,
    'gold manage': 201,
  })
})

test('the plan decides on every call with a key, and on its media URLs', async () => {
  const owner = await build.aUser()
  await setPlan(owner, 'gold')
  const image = await build.anImage({ link: await build.aLink({ owner, isPrivate: true }) })
  const { token } = await build.aKey(owner)
  const { imageUrl } = (await server.get(`/api/images/${image._id}`, as(token))).body.data
  const statuses = async () => {
    const answers = [
      await server.get('/api/auth/keys/current', as(token)),
      await server.get(`/api/links/${image.link._id}`, as(token)),
      await server.put(`/api/images/${image._id}`, { title: 'x' }, as(token)),
    ]
    server.clock.advance(1000)
    return [...answers.map(({ status, body }) => body.code ?? status), (await server.get(imageUrl)).status]
  }
  expect(await statuses()).toEqual([200, 200, 200, 200])
  await setPlan(owner, 'plus')
  expect(await statuses()).toEqual([200, 200, 'PLAN_FEATURE', 200])
  await setPlan(owner, 'free')
  expect(await statuses()).toEqual(['PLAN_FEATURE', 'PLAN_FEATURE', 'PLAN_FEATURE', 403])
  await setPlan(owner, 'gold')
  expect(await statuses()).toEqual([200, 200, 200, 200])
})

test('if everyone gets everything for studios, plans and subscriptions say so', async () => {
  const own = await createOwnServer({ payments: 'off', studioForAll: true })
  const { token } = await createBuilders(own).aUser()
  const studio = ['Custom branding', 'Own domain', '10 collaborators']
  const listed: { features: string[] }[] = (await own.get('/api/payment/plans')).body.data
  const { planDetails } = (await own.get('/api/payment/subscription', { token })).body.data
  for (const { features } of [...listed, planDetails]) expect(features).toEqual(expect.arrayContaining(studio))
  expect(listed.flatMap(({ features }) => features)).not.toContain('2 collaborators')
})

test('the catalog lists API access', async () => {
  const { body } = await server.get('/api/payment/plans')
  const features = (body.data as { id: string; features: string[] }[]).map(({ features: list }) =>
    list.filter((feature) => feature.includes('API')),
  )
  expect(features).toEqual([[], ['Read-only API access'], ['API access']])
})

test('webhooks are part of Gold, and a downgrade stops their messages', async () => {
  const owner = await build.aUser()
  const fields = { url: 'https://hooks.example.com/', events: ['comment.added'] }
  const create = () => server.post('/api/auth/webhooks', fields, as(owner.token))
  const codes: unknown[] = []
  for (const plan of ['free', 'plus', 'gold'] as const) {
    await setPlan(owner, plan)
    const { status, body } = await create()
    codes.push(body.code ?? status)
  }
  expect(codes).toEqual(['PLAN_FEATURE', 'PLAN_FEATURE', 201])
  const image = await build.anImage({ link: await build.aLink({ owner }) })
  await setPlan(owner, 'plus')
  await build.aComment({ image })
  await server.services.sendWebhooks()
  const [{ _id }] = (await server.get('/api/auth/webhooks', as(owner.token))).body.data
  const path = `/api/auth/webhooks/${_id}`
  await vi.waitFor(async () =>
    expect((await server.get(`${path}/deliveries`, as(owner.token))).body.data).toMatchObject([
      { error: "Not sent, because your plan doesn't include webhooks.", status: null },
    ]),
  )
  expect((await server.post(`${path}/test`, undefined, as(owner.token))).body.code).toBe('PLAN_FEATURE')
  expect((await server.put(path, { events: ['link.closing'] }, as(owner.token))).body.code).toBe('PLAN_FEATURE')
  expect((await server.put(path, { isActive: false }, as(owner.token))).status).toBe(200)
  expect((await server.del(path, undefined, as(owner.token))).status).toBe(200)
})
