import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import type { Person } from '../support/builders.ts'
import { waitForRemovals } from '../support/removals.ts'
import type { Answer } from '../support/server.ts'
import { useServer } from '../support/use-server.ts'

const rounds = 12

const { server, build } = useServer({ defaultPlan: 'gold' })

const timesOf = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const isAlive = async (token: string) => (await server.get('/api/auth/me', { token })).status === 200
const logIn = (email: string, password: string) =>
  server.post('/api/auth/login', { email, password }, { from: build.anAddress() })
const changePassword = ({ token }: Person, currentPassword: string, newPassword: string) =>
  server.put('/api/auth/updatepassword', { currentPassword, newPassword }, { token, from: build.anAddress() })
const deleteAccount = ({ token, password }: Person) =>
  server.del('/api/auth/deleteaccount', { password }, { token, from: build.anAddress() })

async function aResetToken({ id }: Person) {
  const token = newToken()
  const row = { token_hash: hashToken(token), user_id: id, created_at: new Date().toISOString() }
  await server.db
    .insertInto('password_resets')
    .values({ ...row, expires_at: '2100-01-01T00:00:00.000Z' })
    .execute()
  return token
}

const reset = (token: string, password: string) =>
  server.put(`/api/auth/resetpassword/${token}`, { password }, { from: build.anAddress() })

/** Repeats the calls concurrently until the work is done. `done` is the work's response. */
async function during(work: Promise<Answer>, calls: (() => Promise<Answer>)[]) {
  let isDone = false
  const callAgain = async (call: () => Promise<Answer>) => {
    const answers: Answer[] = []
    do answers.push(await call())
    while (!isDone)
    return answers
  }
  const others = calls.map(callAgain)
  const done = await work
  isDone = true
  return { done, answers: (await Promise.all(others)).flat() }
}

const statusesOf = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))].sort()

/** Test files reuse databases, so earlier ones may have caused deadlocks. */
let deadlocksBefore = 0
beforeAll(async () => void (await countDeadlocks()))

async function countDeadlocks() {
  // SQLite uses a single connection, so it can't deadlock.
  if (server.config.database.kind === 'sqlite') return 0
  // Close idle connections to flush their statistics. The pool opens new ones.
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and state = 'idle' and pid <> pg_backend_pid()`.execute(server.db)
  const { rows } = await sql<{ deadlocks: string }>`select deadlocks from pg_stat_database
    where datname = current_database()`.execute(server.db)
  const deadlocks = Number(rows[0]?.deadlocks)
  const since = deadlocks - deadlocksBefore
  deadlocksBefore = deadlocks
  return since
}

describe('a password change', { timeout: 60_000 }, () => {
  test('ends every session opened with the old password', async () => {
    const person = await build.aUser({ password: 'password-0' })
    for (let round = 0; round < rounds; round++) {
      const change = changePassword(person, `password-${round}`, `password-${round + 1}`)
      const logins = timesOf(2, () => () => logIn(person.email, `password-${round}`))
      const { done, answers } = await during(change, logins)

      expect(done.status).toBe(200)
      expect(statusesOf(answers).filter((status) => status !== 200 && status !== 401)).toEqual([])
      const opened = answers.filter(({ status }) => status === 200)
      expect(await Promise.all(opened.map(({ body }) => isAlive(body.token)))).toEqual(opened.map(() => false))
      expect(await isAlive(person.token)).toBe(true)
    }
  })

  test('by reset ends every session opened with the old password', async () => {
    const person = await build.aUser({ password: 'password-0' })
    for (let round = 0; round < rounds; round++) {
      const token = await aResetToken(person)
      const logins = timesOf(2, () => () => logIn(person.email, `password-${round}`))
      const { done, answers } = await during(reset(token, `password-${round + 1}`), logins)

      expect(done.status).toBe(200)
      const opened = answers.filter(({ status }) => status === 200)
      expect(await Promise.all(opened.map(({ body }) => isAlive(body.token)))).toEqual(opened.map(() => false))
    }
  })

  test('that races with a reset succeeds if and only if the reset is rejected', async () => {
    for (let round = 0; round < rounds; round++) {
      const person = await build.aUser()
      const token = await aResetToken(person)
      const [byMail, byOldPassword] = await Promise.all([
        reset(token, 'by-the-mail'),
        changePassword(person, person.password, 'by-the-old-one'),
      ])

      expect([byMail.status, byOldPassword.status].filter((status) => status === 200)).toHaveLength(1)
      expect([byMail.status, byOldPassword.status].filter((status) => status >= 500)).toEqual([])
      const isReset = byMail.status === 200
      expect((await logIn(person.email, 'by-the-mail')).status).toBe(isReset ? 200 : 401)
      expect((await logIn(person.email, 'by-the-old-one')).status).toBe(isReset ? 401 : 200)
      expect(await isAlive(person.token)).toBe(!isReset)
    }
  })

  test('that races with two resets: exactly one of the three succeeds', async () => {
    for (let round = 0; round < rounds / 3; round++) {
      const person = await build.aUser()
      const [one, other] = [await aResetToken(person), await aResetToken(person)]
      const answers = await Promise.all([
        reset(one, 'by-one-mail'),
        reset(other, 'by-the-other'),
        changePassword(person, person.password, 'by-the-old-one'),
      ])

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    }
  })
})

describe('deleting an account', () => {
  test("doesn't cause server errors or leave links behind while its owner creates and edits links", async () => {
    for (let round = 0; round < rounds / 2; round++) {
      const owner = await build.aUser()
      const link = await build.aLink({ owner })
      const { token } = owner
      const { done, answers } = await during(deleteAccount(owner), [
        ...timesOf(3, (n) => () => server.post('/api/links', { title: `Link ${n}` }, { token })),
        () => server.put(`/api/links/${link._id}`, { title: String(Math.random()) }, { token }),
        () => server.put('/api/auth/updateprofile', { name: 'Somebody' }, { token }),
      ])

      expect(done.status).toBe(200)
      expect(statusesOf(answers).filter((status) => ![200, 201, 401, 403, 404].includes(status))).toEqual([])
      await waitForRemovals(server)
      const left = server.db.selectFrom('links').select('id').where('user_id', '=', owner.id)
      expect(await left.execute()).toEqual([])
    }
    expect(await countDeadlocks()).toBe(0)
  })

  test("doesn't cause server errors while its owner logs in, comments and uploads", async () => {
    const image = await build.anImage()
    const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Is it me?' }
    for (let round = 0; round < rounds / 2; round++) {
      const owner = await build.aUser()
      const link = await build.aLink({ owner })
      const { token } = owner
      const { done, answers } = await during(deleteAccount(owner), [
        ...timesOf(2, () => () => logIn(owner.email, owner.password)),
        () => server.post(`/api/comments/image/${image._id}`, { content: 'Bye' }, { token }),
        () => server.post('/api/contact', message, { token, from: build.anAddress() }),
        () => build.anUpload({ link }),
      ])

      expect(done.status).toBe(200)
      expect(statusesOf(answers).filter((status) => ![200, 201, 401, 403, 404, 429].includes(status))).toEqual([])
      expect((await logIn(owner.email, owner.password)).status).toBe(401)
    }
  })
})

test('comments added during the deletion of their link are removed', async () => {
  for (let round = 0; round < rounds; round++) {
    const image = await build.anImage()
    const author = await build.aUser()
    const comment = () => server.post(`/api/comments/image/${image._id}`, { content: 'Hello' }, { token: author.token })
    const answers = await Promise.all([
      ...timesOf(8, comment),
      server.del(`/api/links/${image.link._id}?forever=true`, undefined, { token: image.owner.token }),
      ...timesOf(8, comment),
    ])

    expect(statusesOf(answers).filter((status) => ![200, 201, 404].includes(status))).toEqual([])
    await waitForRemovals(server)
    const left = server.db.selectFrom('comments').select('id').where('image_id', '=', image._id)
    expect(await left.execute()).toEqual([])
  }
})

describe('concurrent slug claims', () => {
  let owners: { person: Person; linkId: string }[]

  beforeAll(async () => {
    owners = await Promise.all(
      timesOf(8, async () => {
        const link = await build.aLink()
        return { person: link.owner, linkId: link._id }
      }),
    )
  })

  const rename = ({ person, linkId }: (typeof owners)[number], slug: string) =>
    server.put(`/api/links/${linkId}`, { slug }, { token: person.token })

  test(`succeed for only one of eight links (${rounds} rounds)`, async () => {
    for (let round = 0; round < rounds; round++) {
      const slug = `wanted-${round}`
      const claim = (owner: (typeof owners)[number], n: number) =>
        n % 2 ? server.post('/api/links', { title: 'New', slug }, { token: owner.person.token }) : rename(owner, slug)
      const answers = await Promise.all(owners.map(claim))

      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'SLUG_TAKEN')).toHaveLength(7)
    }
    expect(await countDeadlocks()).toBe(0)
  })

  test("by two links in opposite order don't deadlock", async () => {
    const [{ person }, { person: neighbor }] = owners as [(typeof owners)[number], (typeof owners)[number]]
    const anotherLink = async (owner: Person) => ({ person: owner, linkId: (await build.aLink({ owner }))._id })
    for (let round = 0; round < rounds; round++) {
      // Use new links, because the number of slugs per link is limited.
      const [one, other] = [await anotherLink(person), await anotherLink(neighbor)]
      const [a, b] = [`crossed-a-${round}`, `crossed-b-${round}`]
      const answers = await Promise.all([
        ...[a, b, a, b].map((slug) => rename(one, slug)),
        ...[b, a, b, a].map((slug) => rename(other, slug)),
      ])

      expect(statusesOf(answers).filter((status) => status !== 200 && status !== 409)).toEqual([])
      const holders = server.db.selectFrom('slugs').select('slug').where('slug', 'in', [a, b])
      expect(await holders.execute()).toHaveLength(2)
    }
    expect(await countDeadlocks()).toBe(0)
  })
})
