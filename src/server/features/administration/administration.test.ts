import { describe, expect, test } from 'vitest'
import { useAdministrator } from '#test/support/administration.ts'
import { createBuilders, type Person } from '#test/support/builders.ts'
import { inEmailTo } from '#test/support/outbox.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ payments: 'test' })
const { admin, get, change, lastAct } = useAdministrator(server)

const as = (person: { token: string }) => ({ token: person.token })
const login = ({ email, password }: Person) =>
  server.post('/api/auth/login', { email, password }, { from: build.anAddress() })

describe('permissions', () => {
  test("a rejected action changes nothing and isn't in the audit log", async () => {
    const [stranger, victim] = [await build.aUser(), await build.aUser()]
    const before = (await get('/audit')).length
    const url = `/api/admin/users/${victim.id}`
    expect((await server.put(url, { isDisabled: true }, as(stranger))).status).toBe(403)
    expect((await server.put(url, { nonsense: 1, isDisabled: 'no' }, as(stranger))).status).toBe(403)
    expect((await server.del(url, undefined, as(stranger))).status).toBe(403)
    expect((await server.del(url)).status).toBe(401)
    expect((await get('/audit')).length).toBe(before)
    expect((await login(victim)).status).toBe(200)
  })

  test("the last administrator can't be deleted or lose the role while there are other accounts", async () => {
    const own = await createOwnServer()
    const builders = createBuilders(own)
    const [first, second] = [await builders.aUser(), await builders.aUser()]
    const remove = ({ token, password }: Person) => own.del('/api/auth/deleteaccount', { password }, { token })
    const { status, body } = await remove(first)
    expect([status, body.code, body.message]).toEqual([403, 'FORBIDDEN', expect.stringContaining('only administrator')])
    expect((await own.get('/api/auth/me', as(first))).status).toBe(200)
    await expect(own.services.users.setAdmin('command line', first.id, false)).rejects.toThrow('only administrator')

    // A disabled administrator doesn't count.
    await own.services.users.setAdmin('command line', second.id, true)
    await own.db.updateTable('users').set({ disabled_at: '2026-01-01' }).where('id', '=', second.id).execute()
    expect((await remove(first)).status).toBe(403)
    await own.db.updateTable('users').set({ disabled_at: null }).where('id', '=', second.id).execute()
    await builders.aUser()
    const both = await Promise.all([remove(first), remove(second)])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 403])
  })

  test('a revoked administrator loses access immediately', async () => {
    const second = await build.aUser()
    await server.services.users.setAdmin('command line', second.id, true)
    expect((await server.get('/api/admin/users', as(second))).status).toBe(200)
    await server.services.users.setAdmin('command line', second.id, false)
    expect((await server.get('/api/admin/users', as(second))).status).toBe(403)
    expect(await lastAct()).toMatchObject({ actor: 'command line', action: 'revoke administration' })
  })
})

describe('the list of accounts', () => {
  test('can be searched by any part of a name or email address, ignoring case', async () => {
    const lind = await build.aUser({ name: 'Mara LIND', email: 'mara@lind.example' })
    const odd = await build.aUser({ name: '100% Öl_Bilder' })
    const found = async (search: string) =>
      (await get(`/users?search=${encodeURIComponent(search)}`)).map(({ _id }: { _id: string }) => _id)
    expect(await found('lind')).toEqual([lind.id])
    expect(await found('RA@LIN')).toEqual([lind.id])
    expect(await found('0% Öl_B')).toEqual([odd.id])
    expect(await found('_')).toEqual([odd.id])
    expect(await found('nobody at all')).toEqual([])
  })

  async function addAccounts(many: number, name: string, createdAt: string) {
    const rows = Array.from({ length: many }, (_, n) => ({
      id: `${name}-${n}`,
      name,
      email: `${name}-${n}@example.com`,
      password_hash: '',
      created_at: createdAt,
    }))
    await server.db.insertInto('users').values(rows).execute()
  }

  async function pagesOf(search: string) {
    const pages: string[][] = []
    for (let cursor = ''; ; ) {
      const { body } = await server.get(`/api/admin/users?search=${search}${cursor}`, as(admin))
      pages.push(body.data.map(({ _id }: { _id: string }) => _id))
      if (!body.nextCursor) return pages
      cursor = `&cursor=${body.nextCursor}`
    }
  }

  test('is paged and contains each account once', async () => {
    await addAccounts(60, 'in a row', new Date().toISOString())
    const seen = (await pagesOf('in a row')).flat()
    expect([seen.length, new Set(seen).size]).toEqual([60, 60])
    expect((await server.get('/api/admin/users?cursor=nonsense', as(admin))).status).toBe(400)
  })

  test('continues a search after an empty page', async () => {
    await addAccounts(1, 'the oldest', '2020-01-01T00:00:00.000Z')
    await addAccounts(1100, 'later', '2020-01-02T00:00:00.000Z')
    expect((await pagesOf('the oldest')).slice(-2)).toEqual([[], ['the oldest-0']])
    expect((await pagesOf('later')).flat()).toHaveLength(1100)
  })
})

describe('the plan and limits of an account', () => {
  test('take effect immediately for this account only, and can be reset', async () => {
    const [owner, other] = [await build.aUser(), await build.aUser()]
    const planOf = async (person: Person) =>
      (await server.get('/api/payment/subscription', as(person))).body.data.planDetails
    const { body } = await change(owner, { plan: 'plus', linkLimit: 3, imageLimit: 'unlimited' })
    expect(body.data).toMatchObject({
      plan: 'plus',
      grantedPlan: 'plus',
      linkLimit: 3,
      imageLimit: 'unlimited',
      storageLimitGb: null,
      planLimits: { linkLimit: 10, imageLimit: 250 },
    })
    expect(await planOf(owner)).toMatchObject({ id: 'plus', linkLimit: 3, imageLimit: null })
    expect(await planOf(other)).toMatchObject({ id: 'free', linkLimit: 2, imageLimit: 50 })
    for (let n = 0; n < 3; n++) await build.aLink({ owner })
    expect((await server.post('/api/links', { title: 'Four' }, as(owner))).body.code).toBe('LINK_LIMIT_REACHED')
    expect(await lastAct()).toMatchObject({
      actor: admin.email,
      action: 'set limits',
      subject: owner.email,
      details: { plan: 'plus', linkLimit: 3, imageLimit: 'unlimited' },
    })
    await change(owner, { plan: null, linkLimit: null, imageLimit: null })
    expect(await planOf(owner)).toMatchObject({ id: 'free', linkLimit: 2, imageLimit: 50 })
  })

  test.each([{ linkLimit: -1 }, { imageLimit: 1.5 }, { linkLimit: 'many' }, { plan: 'platinum' }, { isDisabled: 1 }])(
    "can't be changed with %j",
    async (body) => {
      const { status, body: refusal } = await change(await build.aUser(), body)
      expect([status, refusal.code]).toEqual([400, 'VALIDATION_FAILED'])
    },
  )
})

describe('other actions on an account', () => {
  test('deleting it removes its images and its login, and is recorded in the audit log', async () => {
    const link = await build.aLink()
    const { owner } = link
    const image = await build.anImage({ link })
    expect((await server.del(`/api/admin/users/${owner.id}`, undefined, as(admin))).status).toBe(200)
    expect((await server.get(`/api/links/slug/${link.slug}`)).status).toBe(404)
    expect((await server.get(image.thumbnailUrl)).status).toBe(404)
    expect((await login(owner)).status).toBe(401)
    expect(await lastAct()).toMatchObject({ action: 'delete', subject: owner.email, details: { links: 1, images: 1 } })
    expect((await server.get(`/api/admin/users/${owner.id}`, as(admin))).status).toBe(404)
  })

  test('sending a reset email and ending all sessions are recorded in the audit log', async () => {
    const owner = await build.aUser()
    expect((await server.post(`/api/admin/users/${owner.id}/reset`, undefined, as(admin))).status).toBe(200)
    expect(await inEmailTo(server, owner.email, /\/reset-password\/([\w-]{43})/)).toHaveLength(43)
    await server.del(`/api/admin/users/${owner.id}/sessions`, undefined, as(admin))
    expect((await server.get('/api/auth/me', as(owner))).status).toBe(401)
    expect((await get('/audit')).slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
      'sign out everywhere',
      'send reset email',
    ])
  })
})

describe('links', () => {
  test('can be removed from the public page, but still open at their URLs', async () => {
    const link = await build.aLink({ isListed: true, title: 'On the wall' })
    const image = await build.anImage({ link })
    const coverUrl = `/media/${image._id}/card.jpg`
    expect(await get('/links?search=ON THE')).toMatchObject([
      { _id: link._id, coverUrl, owner: { email: link.owner.email } },
    ])
    const { body } = await server.put(`/api/admin/links/${link._id}`, { isListed: false }, as(admin))
    expect(body.data.isListed).toBe(false)
    expect(await get('/links?search=on the')).toEqual([])
    const shown = await server.get(`/api/links/slug/${link.slug}`)
    expect([shown.status, shown.body.data.isListed]).toEqual([200, false])
    expect(await lastAct()).toMatchObject({ action: 'remove from the public page', subject: 'On the wall' })
  })

  test('can be reported by visitors who can open them, but only three reports per network are stored', async () => {
    const link = await build.aLink()
    const from = build.anAddress()
    const report = (slug: string, message = 'This is my picture') =>
      server.post(`/api/links/slug/${slug}/report`, { message }, { from })
    for (let n = 0; n < 5; n++) expect((await report(link.slug)).status).toBe(201)
    const reports = (await get('/reports')).filter((each: { link: { _id: string } }) => each.link._id === link._id)
    expect(reports).toHaveLength(3)
    expect(reports[0]).toMatchObject({ message: 'This is my picture', link: { owner: { email: link.owner.email } } })
    expect((await report(link.slug, ' ')).status).toBe(400)

    const hidden = await build.aLink({ isPrivate: true })
    expect((await report(hidden.slug)).status).toBe(403)
    for (let n = 0; n < 5; n++) await report(link.slug)
    expect((await report(link.slug)).status).toBe(429)

    expect((await server.del(`/api/admin/reports/${reports[0]._id}`, undefined, as(admin))).status).toBe(200)
    expect((await server.del(`/api/admin/reports/${reports[0]._id}`, undefined, as(admin))).status).toBe(404)
    await server.del(`/api/links/${link._id}`, undefined, as(link.owner))
    expect(await get('/reports')).toEqual([])
  })
})

test('the overview shows totals and the number of waiting and failing tasks', async () => {
  const link = await build.aLink()
  await build.anImage({ link })
  await server.get(`/api/links/slug/${link.slug}`, {
    from: build.anAddress(),
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
  })
  await server.get('/api/analytics', as(link.owner))
  await waitForRemovals(server)
  const later = '2100-01-01T00:00:00.000Z'
  const task = { kind: 'contact-mail', payload: '{}', run_at: later, created_at: '2026-01-01T00:00:00.000Z' }
  await server.db
    .insertInto('tasks')
    .values([
      { id: 'fails', ...task, attempts: 7, last_error: 'mail.example does not answer' },
      { id: 'is being tried', ...task, kind: 'cancel-subscription', attempts: 1 },
      { id: 'is meant for later', ...task, kind: 'activity-daily-mail', attempts: 0 },
    ])
    .execute()
  const overview = await get('/overview')
  expect(overview).toMatchObject({
    database: { isGood: true, kind: server.config.database.kind },
    storage: { isGood: true, kind: 'disk' },
    registration: 'open',
    mail: { waiting: 1, failing: 1, isDelivered: false },
    tasks: { waiting: 1, failing: 0, oldestAt: task.created_at },
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
  const { count } = await server.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(overview.accounts).toBe(Number(count))
  expect(overview.visitsToday).toBeGreaterThan(0)
  expect((await server.get('/api/admin/overview?tz=Mars/Olympus', as(admin))).status).toBe(400)
  expect(overview.disk.totalBytes).toBeGreaterThan(overview.disk.usedBytes)
  expect((await get('/tasks'))[0]).toMatchObject({
    _id: 'fails',
    kind: 'contact-mail',
    attempts: 7,
    runAt: later,
    lastError: 'mail.example does not answer',
  })
  expect(JSON.stringify(await get('/tasks'))).not.toContain('payload')
  await server.post('/api/admin/tasks/retry', undefined, as(admin))
  expect(await lastAct()).toMatchObject({ action: 'retry', details: { tried: 1 } })
})
