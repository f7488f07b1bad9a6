import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Answer } from '#test/support/client.ts'
import { createProduct } from '#test/support/product.ts'
import { inScope, type Scope } from '#test/support/scope.ts'

async function arrange(scope: Scope) {
  const { client, dataDir, crashes } = await createProduct(scope)
  const link = await client.aLink(await client.aUser())
  const { token } = link.owner
  const other = new DatabaseSync(join(dataDir, 'framelight.db'))
  scope.defer(() => other.close())
  let answered = 0
  const write = async (name: string) => {
    const answer = await client.call('PUT', '/api/auth/updateprofile', { token, json: { name } })
    answered++
    return answer
  }
  return {
    client,
    crashes,
    lock: () => other.exec('begin immediate'),
    release: () => other.exec('rollback'),
    writeAtOnce: (count: number) => Array.from({ length: count }, (_, n) => write(`Name ${n}`)),
    countAnswered: () => answered,
    getConfig: () => client.get('/api/config'),
    read: () =>
      Promise.all(
        ['/api/links', '/api/auth/me', `/api/links/slug/${link.slug}`].map((path) => client.get(path, token)),
      ),
  }
}

const statusesOf = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))]

test("while another process holds the write lock, writes wait but reads don't", () =>
  inScope(async (scope) => {
    const { lock, release, writeAtOnce, countAnswered, getConfig, read, crashes } = await arrange(scope)
    lock()
    const writes = writeAtOnce(4)
    const meanwhile: Answer[] = []
    for (let n = 0; n < 2; n++) meanwhile.push(await getConfig(), ...(await read()))
    const answeredMeanwhile = countAnswered()
    release()

    expect(statusesOf(meanwhile)).toEqual([200])
    expect(answeredMeanwhile).toBe(0)
    expect(statusesOf(await Promise.all(writes))).toEqual([200])
    expect(crashes).toEqual([])
  }))

test('writes return 503 if the lock is held too long, and work again afterwards', () =>
  inScope(async (scope) => {
    const { client, lock, release, writeAtOnce, countAnswered, getConfig, read, crashes } = await arrange(scope)
    lock()
    const writes = writeAtOnce(2)
    for (let n = 0; n < 3; n++) expect((await getConfig()).status).toBe(200)
    expect(countAnswered()).toBe(0)
    const refused = await Promise.all(writes)
    release()

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([503, 'UNAVAILABLE']))
    expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
    expect(statusesOf(await Promise.all(writeAtOnce(2)))).toEqual([200])
    expect(statusesOf(await read())).toEqual([200])
    expect((await client.get('/api/health')).status).toBe(200)
    expect(crashes).toEqual([])
  }))
