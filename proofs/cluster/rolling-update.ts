import type { Client } from '#test/support/client.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { until } from '#test/support/until.ts'
import { added } from './next-version.ts'
import type { Part } from './parts.ts'

const callers = 12
/** The number of requests to wait for while both versions run, after the first and after the second update. */
const mixedWanted = 200

/**
 * Replaces one node after the other with the next version, which adds a column and an index, while clients read and
 * write through nginx. Then restarts one node with the old version on the new schema.
 */
export const rollingUpdate =
  (tree: string, wanted = 10_000): Part =>
  async ({ nodes, balancer, query }, findings) => {
    const load = await createLoad(balancer, wanted, findings.note)
    let mixed = 0
    for (const node of nodes) {
      await node.stop()
      await node.start([], tree)
      if (node === nodes[2]) break
      const before = load.count()
      await until(() => load.count() >= before + mixedWanted, { timeoutMs: 60_000 })
      mixed += load.count() - before
    }
    await nodes[0].stop()
    await nodes[0].start()
    const done = await load.end()
    findings.expectAtLeast('requests', done, wanted)
    findings.expectAtLeast('requests with both versions running', mixed, 2 * mixedWanted)
    const columns = await query(`select 1 from information_schema.columns where column_name = '${added.column}'`)
    const indexes = await query(`select 1 from pg_index where indexrelid = '${added.index}'::regclass and indisvalid`)
    if (columns.length !== 1 || indexes.length !== 1) findings.note("the next version didn't change the schema")
    return `${load.failed()} of ${done} failed`
  }

async function createLoad(client: Client, wanted: number, note: (problem: string) => void) {
  const owner = await client.aUser()
  const { token } = owner
  // A separate account creates links, because its list of links gets long.
  const maker = await client.aUser()
  const link = await client.aLink(owner)
  const image = await client.anImage(link, await aSmallPicture())
  const calls = [
    () => client.get(`/links/${link.slug}`),
    () => client.get(`/api/links/slug/${link.slug}`),
    () => client.get(image.thumbnailUrl),
    () => client.get(`/api/links/${link._id}/images`),
    () => client.get('/api/links', token),
    () => client.call('PUT', `/api/links/${link._id}`, { token, json: { title: `Summer ${Math.random()}` } }),
    () => client.get(`/api/comments/image/${image._id}`),
    () => client.get('/api/auth/me', token),
    () => client.aLink(maker).then(() => ({ status: 200, bytes: '' })),
  ]
  let count = 0
  let failed = 0
  let isOver = false

  async function callOnce(n: number) {
    const answer = await calls[n % calls.length]?.().catch((error: Error) => ({ status: 0, bytes: error.message }))
    count++
    if (answer?.status === 200) return
    failed++
    note(`call ${n % calls.length} returned ${answer?.status} ${String(answer?.bytes).slice(0, 200)}`)
  }
  const working = Array.from({ length: callers }, async (_, caller) => {
    for (let n = caller; !isOver || count < wanted; n++) await callOnce(n)
  })
  return {
    count: () => count,
    failed: () => failed,
    async end() {
      isOver = true
      await Promise.all(working)
      return count
    },
  }
}
