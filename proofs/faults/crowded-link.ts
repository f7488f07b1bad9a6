import { sql } from 'kysely'
import { createDatabase } from '#server/platform/database/database.ts'
import { pageMaxSize } from '#shared/limits.ts'
import type { Client } from '#test/support/client.ts'
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
/** One page of each list. */
const ordinaryRows = 100
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
async function crowd(options: Parameters<typeof createDatabase>[0], { link, ids, rows }: Crowded) {
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

type Crowded = Awaited<ReturnType<typeof aLinkWithPictures>> & { rows: number }

const listsOf = ({ link, ids, rows }: Crowded): Record<string, List> => {
  const { token } = link.owner
  const comments = `/api/comments/image/${ids[0]}`
  return {
    favorites: { path: `/api/links/${link._id}/choices`, token, wanted: rows },
    "visitors' comments": { path: comments, token: undefined, wanted: rows / 2 },
    "the owner's comments": { path: comments, token, wanted: rows },
    activity: { path: '/api/activity', token, wanted: rows },
  }
}

function callsOf(client: Client, crowded: Crowded, findings: Findings): Record<string, Call['call']> {
  const { link, rows } = crowded
  const read = (path: string, isWhole: (body: string) => boolean) => async () => {
    const url = `/api/links/${link._id}/${path}`
    const { status, bytes, ms } = await client.get(url, link.owner.token)
    if (status !== 200 || !isWhole(bytes.toString())) findings.note(`${url} returned ${status} or was incomplete`)
    return { ms }
  }
  const pagers = Object.entries(listsOf(crowded)).map(([what, list]) => [what, createPager(client, list, findings)])
  return {
    ...Object.fromEntries(pagers),
    followers: read('followers', (body) => body.includes(`${rows}`)),
    invitations: read('invitations', () => true),
    CSV: read('choices.csv', (body) => body.split('For the').length - 1 === Math.ceil(rows / 100)),
    'file names': read('choices.txt', (body) => body.split(', ').length === 2),
    ZIP: read('choices.zip', (body) => body.startsWith('PK')),
  }
}

/** Exports read every row, so they have no limit in time. */
const exported = ['CSV', 'file names', 'ZIP']

/**
 * On a link with lots of guest data, lists must be paginated. With `isTimed`, they must also be fast and must not slow
 * down other clients more than the same calls on an ordinary link.
 */
export const crowdOneLink = ({ backend, rows, guests, isTimed, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product, database } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const { client } = product
    const crowded = { ...(await aLinkWithPictures(client)), rows }
    const ordinary = { ...(await aLinkWithPictures(client)), rows: ordinaryRows }
    const { ids: others } = await aLinkWithPictures(client)
    const other = await client.aUser()
    const answered = await floodWithGuests(client, others[0] ?? '', guests)
    findings.expectCount('guests accepted', answered(200), Math.min(guests, guestsInAnHour))
    findings.expectCount('guests rejected', answered(429), Math.max(0, guests - guestsInAnHour))
    for (const each of [ordinary, crowded]) await crowd(database, each)

    const counts: Outcome['counts'] = { backend, rows, 'guests accepted': answered(200), rejected: answered(429) }
    for (const [what, list] of isTimed ? [] : Object.entries(listsOf(crowded))) {
      findings.expectCount(what, await countAll(client, list, findings), list.wanted)
    }
    const usual = callsOf(client, ordinary, findings)
    for (const [what, call] of Object.entries(callsOf(client, crowded, findings))) {
      noteProgress(what, 1, 1)
      if (!isTimed) {
        await call()
        continue
      }
      const amounts = exported.includes(what) ? { many: 40 } : { many: 200, mostMs: listMs }
      const compared = { what, call, usual: usual[what] ?? call, ...amounts }
      counts[what] = await compareLatency(client, other.token, compared, product.pid(), findings)
    }
    const { token } = crowded.link.owner
    const marked = await client.call('POST', '/api/activity/read', { token })
    if (isTimed) counts['marking all events as read'] = `${Math.round(marked.ms)} ms`
    const isRead = async () => (await client.get('/api/activity', token)).body.unread === 0
    if (!(await until(isRead, { timeoutMs: 300_000 }))) findings.note('some events were never marked as read')
    findings.noteAll(product.crashes)
    return { seed, problems: findings.problems, counts }
  })
