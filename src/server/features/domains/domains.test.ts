import { afterAll, expect, test } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { exportedAccount } from '#shared/export-format.ts'
import type { Person } from '#test/support/builders.ts'
import { createDnsServer } from '#test/support/dns-server.ts'
import { finishTasks, subjectsTo } from '#test/support/outbox.ts'
import { createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { readZip } from '#test/support/zip-reader.ts'

const dns = await createDnsServer()
afterAll(dns.close)
const { server, build } = useServer({ defaultPlan: 'plus', studioForAll: false, dnsServers: [dns.server] })

let count = 0
const aHost = () => `photos-${++count}.example.com`
const as = ({ token }: Person) => ({ token })
const choose = (person: Person, host: unknown, at = server) => at.put('/api/auth/domain', { host }, as(person))
const verify = (person: Person, at = server) => at.post('/api/auth/domain/verify', undefined, as(person))
const stateOf = async (person: Person) => (await server.get('/api/auth/domain', as(person))).body.data?.state
const ask = async (host: string, at = server) => (await at.get(`/api/domains/ask?domain=${host}`)).status
const setPlan = ({ id }: Person, plan: string | null) =>
  server.db.updateTable('users').set({ granted_plan: plan }).where('id', '=', id).execute()

/** Their session survives a clock that's moved by weeks. */
async function aLastingUser() {
  const person = await build.aUser()
  return { ...person, token: await build.aSession(person) }
}

/** Adds the person's TXT record to those that are already there. */
async function addRecord(person: Person, at = server) {
  const { record } = (await at.get('/api/auth/domain', as(person))).body.data
  dns.records.set(record.name, [...(dns.records.get(record.name) ?? []), record.value])
}

async function aDomain(host = aHost(), person?: Person) {
  const owner = person ?? (await aLastingUser())
  await choose(owner, host)
  await addRecord(owner)
  expect((await verify(owner)).body.data).toMatchObject({ state: 'verified' })
  const dropRecord = () => dns.records.delete(`_framelight.${host}`)
  return { owner, host, dropRecord }
}

test('a domain is pending until its record is found', async () => {
  const owner = await build.aUser()
  expect((await server.get('/api/auth/domain', as(owner))).body).toEqual({ success: true, data: null })
  expect((await verify(owner)).status).toBe(404)
  const host = aHost()
  const { status, body } = await choose(owner, `${host.toUpperCase()}.`)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    host,
    state: 'pending',
    record: {
      type: 'TXT',
      name: `_framelight.${host}`,
      value: expect.stringMatching(/^framelight-verify=[\w-]{43}$/),
    },
    cname: { type: 'CNAME', name: host, value: 'photos.test' },
    problem: null,
    verifiedAt: null,
    lastCheckedAt: null,
    missingSince: null,
    lapsesAt: null,
  })
  expect((await verify(owner)).body.data).toMatchObject({ state: 'pending', problem: 'RECORD_MISSING' })
  dns.records.set(`_framelight.${host}`, ['framelight-verify=someone-elses'])
  expect((await verify(owner)).body.data).toMatchObject({ state: 'pending', problem: 'RECORD_WRONG' })
  expect(await ask(host)).toBe(404)
  await addRecord(owner)
  const { state, problem, verifiedAt, lastCheckedAt } = (await verify(owner)).body.data
  expect({ state, problem, lastCheckedAt }).toEqual({ state: 'verified', problem: null, lastCheckedAt: verifiedAt })
  expect([await ask(host), await ask(`${host.toUpperCase()}.`)]).toEqual([200, 200])
  // Choosing it again changes nothing.
  expect((await choose(owner, host)).body.data).toMatchObject({ state: 'verified', verifiedAt })

  expect((await server.del('/api/auth/domain', undefined, as(owner))).status).toBe(200)
  expect(await ask(host)).toBe(404)
  expect(await stateOf(owner)).toBeUndefined()
})

test.each([
  ['', '8.8.8.8', '127.1', '0x7f.1', '::1', '[::1]', 'photos', 'localhost', 'a.localhost', 'printer.local'],
  ['db.internal', 'a.example.com:8080', 'a.example.com/x', 'https://a.example.com', '*.example.com', 'a..example.com'],
  ['photos.test', 'a.photos.test', '-a.example.com', 'a_b.example.com', 'a b.example.com', 'a@example.com', '.com'],
  [`${'a.'.repeat(130)}com`, `${'a'.repeat(64)}.com`, 'a.example.com?x', 'a.example.com#x', 'a%2eexample.com', 7],
])('hosts that cannot be domains are refused: %s and others', async (...hosts) => {
  const owner = await build.aUser()
  for (const host of hosts) {
    const { status, body } = await choose(owner, host)
    expect({ host, status, field: typeof body.fields?.host }).toEqual({ host, status: 400, field: 'string' })
  }
})

test('names in other scripts are stored as punycode', async () => {
  const owner = await build.aUser()
  expect((await choose(owner, 'bilder.müller.example')).body.data.host).toBe('bilder.xn--mller-kva.example')
})

test('a pending host reserves nothing, and a held one is refused', async () => {
  const { host, owner } = await aDomain()
  const other = await build.aUser()
  expect((await choose(other, host)).body).toMatchObject({ success: false, code: 'DOMAIN_TAKEN' })

  const shared = aHost()
  const [first, second] = [await build.aUser(), await build.aUser()]
  for (const person of [first, second]) expect((await choose(person, shared)).status).toBe(200)
  const [mine, theirs] = await Promise.all(
    [first, second].map(async (person) => (await server.get('/api/auth/domain', as(person))).body.data.record.value),
  )
  expect(mine).not.toBe(theirs)
  dns.records.set(`_framelight.${shared}`, [mine])
  expect((await verify(second)).body.data).toMatchObject({ state: 'pending', problem: 'RECORD_WRONG' })
  expect((await verify(first)).body.data.state).toBe('verified')
  dns.records.set(`_framelight.${shared}`, [mine, theirs])
  const late = await verify(second)
  expect([late.status, late.body.code]).toEqual([409, 'DOMAIN_TAKEN'])
  expect((await choose(second, shared)).status).toBe(409)

  // Another host replaces the old one right away.
  await choose(owner, aHost())
  expect(await ask(host)).toBe(404)
  expect((await choose(other, host)).status).toBe(200)
})

test('of many parallel verifications of one host, only one account succeeds', async () => {
  const host = aHost()
  const people = await Promise.all(Array.from({ length: 8 }, () => build.aUser()))
  for (const person of people) {
    await choose(person, host)
    await addRecord(person)
  }
  const answers = await Promise.all(
    Array.from({ length: 64 }, async (_, at) => {
      const person = people[at % people.length] as Person
      return { id: person.id, status: (await verify(person)).status }
    }),
  )
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ id }) => id)).size).toBe(1)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect((await Promise.all(people.map(stateOf))).filter((state) => state === 'verified')).toHaveLength(1)
}, 60_000)

test('a missing record starts a grace period, after which the host is free', async () => {
  const { owner, host, dropRecord } = await aDomain()
  // An email that's being sent while the clock moves would be sent again.
  const advance = async (ms: number) => {
    await finishTasks(server)
    server.clock.advance(ms)
  }
  const check = () => server.services.domains.checkDue()
  dropRecord()
  await check()
  expect(await stateOf(owner)).toBe('verified')
  // A resolver that fails changes nothing.
  await advance(days(1))
  dns.isFailing = true
  await check()
  dns.isFailing = false
  expect((await server.get('/api/auth/domain', as(owner))).body.data).toMatchObject({
    state: 'verified',
    problem: 'DNS_UNAVAILABLE',
  })
  await advance(days(1))
  await check()
  await check()
  const missing = (await server.get('/api/auth/domain', as(owner))).body.data
  expect(missing).toMatchObject({ state: 'missing', problem: 'RECORD_MISSING' })
  expect(Date.parse(missing.lapsesAt) - Date.parse(missing.missingSince)).toBe(days(7))
  expect(await ask(host)).toBe(200)
  await addRecord(owner)
  await advance(days(1))
  await check()
  expect(await stateOf(owner)).toBe('verified')
  dropRecord()
  expect((await verify(owner)).body.data.state).toBe('missing')

  await advance(days(7) - minutes(1))
  expect(await stateOf(owner)).toBe('missing')
  await advance(minutes(1))
  expect(await stateOf(owner)).toBe('lapsed')
  expect(await ask(host)).toBe(404)
  const taker = await aLastingUser()
  expect((await choose(taker, host)).status).toBe(200)
  await addRecord(owner)
  expect((await verify(owner)).body.data.state).toBe('verified')
  dropRecord()
  await verify(owner)
  await advance(days(7))
  await addRecord(taker)
  expect((await verify(taker)).body.data.state).toBe('verified')
  expect(await stateOf(owner)).toBe('lapsed')
  await addRecord(owner)
  expect((await verify(owner)).status).toBe(409)
  await check()
  const subjects = [
    `The DNS record of ${host} is missing`,
    `The DNS record of ${host} is missing`,
    `The DNS record of ${host} is missing`,
    `${host} is verified again`,
    `${host} no longer shows your galleries`,
  ]
  expect(await subjectsTo(server, owner.email)).toEqual(subjects.toSorted())
})

test('a plan without domains pauses one, and it keeps its host', async () => {
  const { owner, host } = await aDomain()
  await setPlan(owner, 'free')
  expect(await stateOf(owner)).toBe('paused')
  expect(await ask(host)).toBe(200)
  const refused = await choose(owner, aHost())
  expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_FEATURE'])
  expect((await choose(await build.aUser(), host)).status).toBe(409)
  await setPlan(owner, null)
  expect(await stateOf(owner)).toBe('verified')
})

test('the host of a deleted account is free, and that of a disabled one is unknown', async () => {
  const { owner, host } = await aDomain()
  await server.db
    .updateTable('users')
    .set({ disabled_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', owner.id)
    .execute()
  server.clock.advance(minutes(1))
  expect(await ask(host)).toBe(404)
  await server.db.updateTable('users').set({ disabled_at: null }).where('id', '=', owner.id).execute()
  server.clock.advance(minutes(1))
  expect(await ask(host)).toBe(200)
  await server.del('/api/auth/deleteaccount', { password: owner.password }, as(owner))
  expect((await choose(await build.aUser(), host)).status).toBe(200)
})

test('a domain can be checked 20 times in 10 minutes', async () => {
  const owner = await build.aUser()
  await choose(owner, aHost())
  for (let checks = 0; checks < 20; checks++) expect((await verify(owner)).status).toBe(200)
  expect((await verify(owner)).status).toBe(429)
  server.clock.advance(minutes(10))
  expect((await verify(owner)).status).toBe(200)
})

test('another node hears of a domain and of its end', async () => {
  const beside = await createTestServer({ dnsServers: [dns.server], defaultPlan: 'plus' }, server)
  try {
    const host = aHost()
    expect(await ask(host, beside)).toBe(404)
    const { owner } = await aDomain(host)
    server.clock.advance(1000)
    expect(await ask(host, beside)).toBe(200)
    await server.del('/api/auth/domain', undefined, as(owner))
    server.clock.advance(1000)
    expect(await ask(host, beside)).toBe(404)
  } finally {
    await beside.close()
  }
})

test('an export contains the host of the domain', async () => {
  const owner = await build.aUser()
  const host = aHost()
  await choose(owner, host)
  const { body } = await server.post('/api/auth/export', undefined, as(owner))
  const [file] = readZip((await server.app.inject(`/api${new URL(body.data.url).pathname}`)).rawPayload)
  expect(exportedAccount.parse(JSON.parse(String(file?.body))).account.domain).toBe(host)
})
