import { sql } from 'kysely'
import { createDatabase } from '#server/platform/database/database.ts'
import { pageMaxSize } from '#shared/limits.ts'
import type { Client, TestLink } from '#test/support/client.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { createStrangers } from '#test/support/strangers.ts'
import { until } from '#test/support/until.ts'
import { type Backend, createProductOn } from './backends.ts'
import { type Call, compareLatency } from './latency.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { noteProgress } from './progress.ts'

type Options = {
  backend: Backend
  rows: number
  /** The number of guests within an hour, each from a new network. */
  guests: number
  /** Whether to check latency. Turn it off when other tests run at the same time. */
  isTimed: boolean
  seed: number
}

const pictures = 3
const listMs = 300
/** The limit on new guests per link and hour, from docs/security.md. */
const guestsInAnHour = 500

async function aLinkWithPictures(client: Client) {
  const link = await client.aLink(await client.aUser(), { choosing: 'on', comments: 'guests' })
  const picture = await aSmallPicture()
  const ids: string[] = []
  for (let n = 0; n < pictures; n++) ids.push((await client.anImage(link, picture))._id)
  return { link, ids }
}

/** Adds `rows` each of favorites lists, comments, followers and events. Half the comments are pending. */
async function crowd(options: Parameters<typeof createDatabase>[0], link: TestLink, ids: string[], rows: number) {
  const db = await createDatabase(options)
  const strangers = createStrangers({ db })
  const [first = '', second = ''] = ids
  await strangers.choices(link._id, rows, (n) => [
    { imageId: first, note: n % 100 === 0 ? 'For the "cover"; please' : '' },
    { imageId: second },
  ])
  await strangers.comments(link._id, first, rows / 2)
  await strangers.comments(link._id, first, rows / 2, 'waiting')
  await strangers.followers(link._id, rows)
  await strangers.events(link, rows)
  // PostgreSQL's autovacuum would do this eventually. SQLite doesn't collect statistics automatically.
  if (options.kind === 'postgres') await sql`analyze`.execute(db)
  await db.destroy()
}

type List = { path: string; token: string | undefined; wanted: number }

/** Each call reads the next page of a list and checks its size. After the last page, it starts over. */
function createPager(client: Client, { path, token }: List, findings: Findings) {
  let query = ''
  return async () => {
    const { status, body, ms } = await client.get(path + query, token)
    if (status !== 200) findings.note(`${path} returned ${status}`)
    const found: number = body.data?.length ?? 0
    if (found > pageMaxSize) findings.note(`a page of ${path} has ${found}`)
    query = body.nextCursor === undefined ? '' : `?cursor=${body.nextCursor}`
    return { ms, found, isLast: query === '' }
  }
}

async function countAll(client: Client, list: List, findings: Findings) {
  const next = createPager(client, list, findings)
  for (let total = 0; ; ) {
    const { found, isLast } = await next()
    total += found
    if (isLast) return total
  }
}

async function floodWithGuests(client: Client, imageId: string, guests: number) {
  const statuses = new Map<number, number>()
  for (let n = 0; n < guests; n++) {
    const from = `127.77.${Math.floor(n / 250)}.${(n % 250) + 1}`
    const { status } = await client.call('PUT', `/api/images/${imageId}/choice`, { json: { chosen: true }, from })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return (status: number) => statuses.get(status) ?? 0
}

/**
 * On a link with lots of guest data, lists must be paginated. With `isTimed`, they must also be fast and must not slow
 * down other clients.
 */
export const crowdOneLink = ({ backend, rows, guests, isTimed, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product, database } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const { client } = product
    const { link, ids } = await aLinkWithPictures(client)
    const { token } = link.owner
    const { ids: others } = await aLinkWithPictures(client)
    const other = await client.aUser()
    const answered = await floodWithGuests(client, others[0] ?? '', guests)
    findings.expectCount('guests accepted', answered(200), Math.min(guests, guestsInAnHour))
    findings.expectCount('guests rejected', answered(429), Math.max(0, guests - guestsInAnHour))
    await crowd(database, link, ids, rows)

    const comments = `/api/comments/image/${ids[0]}`
    const lists: Record<string, List> = {
      favorites: { path: `/api/links/${link._id}/choices`, token, wanted: rows },
      "visitors' comments": { path: comments, token: undefined, wanted: rows / 2 },
      "the owner's comments": { path: comments, token, wanted: rows },
      activity: { path: '/api/activity', token, wanted: rows },
    }
    const counts: Outcome['counts'] = { backend, rows, 'guests accepted': answered(200), rejected: answered(429) }

    const read = (path: string, isWhole: (body: string) => boolean) => async () => {
      const { status, bytes, ms } = await client.get(path, token)
      if (status !== 200 || !isWhole(bytes.toString())) findings.note(`${path} returned ${status} or was incomplete`)
      return { ms }
    }
    const ofLink = `/api/links/${link._id}`
    const notes = Math.ceil(rows / 100)
    const calls: Record<string, Call> = {
      ...Object.fromEntries(
        Object.entries(lists).map(([what, list]) => [
          what,
          { call: createPager(client, list, findings), many: 200, mostMs: listMs },
        ]),
      ),
      followers: { call: read(`${ofLink}/followers`, (body) => body.includes(`${rows}`)), many: 200, mostMs: listMs },
      invitations: { call: read(`${ofLink}/invitations`, () => true), many: 200, mostMs: listMs },
      CSV: { call: read(`${ofLink}/choices.csv`, (body) => body.split('For the').length - 1 === notes), many: 40 },
      'file names': { call: read(`${ofLink}/choices.txt`, (body) => body.split(', ').length === 2), many: 40 },
      ZIP: { call: read(`${ofLink}/choices.zip`, (body) => body.startsWith('PK')), many: 40 },
    }
    for (const [what, list] of isTimed ? [] : Object.entries(lists)) {
      findings.expectCount(what, await countAll(client, list, findings), list.wanted)
    }
    for (const [what, each] of Object.entries(calls)) {
      noteProgress(what, 1, 1)
      if (isTimed) counts[what] = await compareLatency(client, other.token, { what, ...each }, product.pid(), findings)
      else await each.call()
    }
    const marked = await client.call('POST', '/api/activity/read', { token })
    if (isTimed) counts['marking all events as read'] = `${Math.round(marked.ms)} ms`
    const isRead = async () => (await client.get('/api/activity', token)).body.unread === 0
    if (!(await until(isRead, { timeoutMs: 300_000 }))) findings.note('some events were never marked as read')
    findings.noteAll(product.crashes)
    return { seed, problems: findings.problems, counts }
  })
