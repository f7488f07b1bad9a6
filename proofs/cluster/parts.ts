import type { Client, TestLink } from '#test/support/client.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { until } from '#test/support/until.ts'
import { createFindings, type Findings } from '../faults/outcome.ts'
import { createRandom } from '../faults/random.ts'
import { revocations } from '../faults/revocations.ts'
import { watchRevocation } from '../faults/two-nodes.ts'
import { checkLists, createUploaders, workUntilInterrupted } from '../faults/uploaders.ts'
import type { Watched } from '../faults/watch.ts'
import type { Cluster, Node } from './cluster.ts'

/** Returns the text to print and adds problems to `findings`. */
export type Part = (cluster: Cluster, findings: Findings) => Promise<string>

/** Creates and changes a link through different nodes, then reads it from all of them. The responses must match. */
export const anyNode: Part = async ({ nodes }, findings) => {
  const counts = { requests: 0, same: 0 }
  for (let turn = 0; turn < nodes.length; turn++) {
    const [a, b, c] = [0, 1, 2].map((n) => nodes[(turn + n) % nodes.length]?.client) as [Client, Client, Client]
    const owner = await a.aUser()
    const link = await b.aLink(owner, { title: 'Before' })
    const image = await c.anImage(link, await aSmallPicture())
    const path = `/api/links/${link._id}`
    await a.call('PUT', path, { token: owner.token, json: { title: 'After' } })
    const paths = [path, `/api/links/slug/${link.slug}`, `/api/images/${image._id}`, image.thumbnailUrl, '/api/auth/me']
    for (const address of paths) {
      // Link responses contain live counts, so compare titles, and lengths only if there's no title.
      const answers = await Promise.all([a, b, c].map((node) => node.get(address, owner.token)))
      counts.requests += answers.length
      const said = new Set(answers.map(({ status, body, bytes }) => `${status} ${body?.data?.title ?? bytes.length}`))
      if (said.size === 1 && answers[0]?.status === 200) counts.same += answers.length
      else findings.note(`${address} returned ${[...said].join(' and ')}`)
    }
    await c.call('POST', '/api/auth/logout', { token: owner.token })
    for (const node of [a, b]) {
      const { status } = await node.get('/api/auth/me', owner.token)
      if (status !== 401) findings.note(`a session that ended on another node returned ${status}`)
    }
  }
  return `${counts.same} of ${counts.requests} identical`
}

export const changesSeen: Part = async ({ nodes: [a, b, c] }, findings) => {
  const names = Object.keys(revocations)
  const watched: Watched[] = []
  // Watch only a few at a time, because each polls up to ten URLs every few milliseconds.
  for (let first = 0; first < names.length; first += 3) {
    const some = names
      .slice(first, first + 3)
      .map((name) => watchRevocation({ a: a.client, others: [b.client, c.client] }, name, findings))
    watched.push(...(await Promise.all(some)).flat())
  }
  findings.expectAtLeast('URLs watched', watched.length, 2 * 3 * names.length)
  const longest = Math.max(...watched.map(({ lastOpenMs }) => lastOpenMs))
  return `${Math.round(longest)} ms at most, ${watched.length} URLs`
}

export const killedNodes: Part = async ({ nodes, balancer, inspector }, findings) => {
  const seed = 19
  const random = createRandom(seed)
  const uploaders = await createUploaders(balancer, 4, seed, findings)
  const sum = (of: 'uploads' | 'deletes' | 'brokenUploads') =>
    uploaders.reduce((total, { counts }) => total + counts[of], 0)
  let checked = 0
  for (const node of nodes) {
    const { ended } = await workUntilInterrupted(uploaders, random)
    await node.kill()
    await ended
    // Check before the node restarts, because the other two must serve everything.
    await Promise.all(uploaders.map((uploader) => uploader.settle()))
    for (const uploader of uploaders) checked += (await uploader.checkKept('fresh')) + (await uploader.checkGone())
    await node.start()
  }
  await checkLists(balancer, uploaders, findings)
  findings.noteAll(await inspector.findFaults())
  findings.expectAtLeast('acknowledged writes checked', checked, 10)
  const acknowledged = sum('uploads') + sum('deletes')
  return `${findings.problems.length} faults, ${acknowledged} acknowledged, ${sum('brokenUploads')} aborted`
}

export const wrongPasswords: Part = async ({ nodes }, findings) => {
  const guesses = 40
  const { email, password } = await nodes[0].client.aUser()
  const logIn = ({ client }: Node, tried: string) =>
    client.call('POST', '/api/auth/login', { json: { email, password: tried } })
  const answers = await Promise.all(
    Array.from({ length: guesses }, (_, n) => logIn(nodes[n % nodes.length] as Node, `guess-${n}`)),
  )
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  findings.expectCount('passwords checked', count(401), 10)
  findings.expectCount('rejected without a check', count(429), guesses - 10)
  for (const node of nodes) {
    const { status } = await logIn(node, password)
    if (status !== 429) findings.note(`the right password after them returned ${status}`)
  }
  return `${count(401)} checked`
}

/** Deletes images through all nodes at the same time. The files of each image must be removed only once. */
export const clearings: Part = async ({ nodes, query }, findings) => {
  const count = 120
  const picture = await aSmallPicture()
  const link = await nodes[0].client.aLink(await nodes[0].client.aUser())
  const ids = await uploadMany(nodes, link, count, picture)
  const clearedBefore = await countClearings(nodes)
  const deleteThrough = async ({ client }: Node, own: string[]) => {
    const answers = []
    for (const id of own) answers.push(await client.del(`/api/images/${id}?forever=true`, link.owner.token))
    return answers
  }
  const ofEach = nodes.map((node, turn) =>
    deleteThrough(
      node,
      ids.filter((_, n) => n % nodes.length === turn),
    ),
  )
  const answers = (await Promise.all(ofEach)).flat()
  findings.expectCount('deletes', answers.filter(({ status }) => status === 200).length, count)
  const isDone = async () =>
    (await query(`select 1 from doomed_objects where is_claimed = 1 or not_before = ''`)).length === 0
  if (!(await until(isDone, { timeoutMs: 60_000 }))) findings.note("the removal didn't finish")
  const cleared = (await countClearings(nodes)) - clearedBefore
  findings.expectCount('removals', cleared, count)
  return `${cleared} removals`
}

/**
 * Counts visits on one node and reads them on another, while the replica is paused, after it resumes and after it's
 * stopped.
 */
export const replicaReads: Part = async ({ nodes: [a, b], replica }, findings) => {
  const link = await a.client.aLink(await a.client.aUser())
  const visit = async (visitor: number) => {
    await a.client.call('GET', `/api/links/slug/${link.slug}`, { from: `127.20.0.${visitor}` })
    // The owner's read flushes the counts to the database.
    await a.client.get(`/api/links/${link._id}`, link.owner.token)
  }
  const counted = async () => {
    const { status, body } = await b.client.get(`/api/links/${link._id}/analytics`, link.owner.token)
    return status === 200 ? body.data.totals.visits : `status ${status}`
  }
  const waitFor = (visits: number) => until(async () => (await counted()) === visits, { timeoutMs: 1000 })

  await visit(1)
  if (!(await waitFor(1))) findings.note(`one visit was counted as ${await counted()}`)
  await replica.query('select pg_wal_replay_pause()')
  await visit(2)
  const meanwhile = await counted()
  findings.expectCount('visits while the replica is paused', meanwhile, 1)
  await replica.query('select pg_wal_replay_resume()')
  const startedAt = performance.now()
  if (!(await waitFor(2))) findings.note(`after the pause, two visits were counted as ${await counted()}`)
  const followedMs = Math.round(performance.now() - startedAt)
  await replica.stop()
  await visit(3)
  // A statement that's running when the replica stops can fail, as with any database.
  if (!(await waitFor(3))) findings.note(`without the replica, three visits were counted as ${await counted()}`)
  return `delayed, caught up in ${followedMs} ms, and works without it`
}

async function uploadMany(
  nodes: Cluster['nodes'],
  link: TestLink,
  count: number,
  picture: Parameters<Client['upload']>[1],
) {
  const ids: string[] = []
  await Promise.all(
    nodes.map(async ({ client }) => {
      for (let n = 0; n < count / nodes.length; n++) ids.push((await client.anImage(link, picture))._id)
    }),
  )
  return ids
}

async function countClearings(nodes: Cluster['nodes']) {
  const counts = await Promise.all(
    nodes.map(async ({ metricsUrl }) => {
      const text = await (await fetch(metricsUrl)).text()
      return Number(/^framelight_storage_seconds_count\{operation="remove"\} (\d+)/m.exec(text)?.[1] ?? 0)
    }),
  )
  return counts.reduce((sum, each) => sum + each, 0)
}

export async function run(part: Part, cluster: Cluster) {
  const findings = createFindings()
  const said = await part(cluster, findings).catch((error: Error) => {
    findings.note(`the part failed: ${error.stack}`)
    return 'not done'
  })
  findings.noteAll(cluster.nodes.flatMap(({ crashes }) => crashes.splice(0)))
  return { said, problems: findings.problems }
}
