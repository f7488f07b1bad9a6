import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { createDatabase } from '#server/platform/database/database.ts'
import { pageMaxSize } from '#shared/limits.ts'
import { createStrangers } from '../support/strangers.ts'
import { type Backend, createProductOn } from './backends.ts'
import type { Client, TestLink } from './client.ts'
import { createFindings, type Findings, type Outcome, quantile } from './outcome.ts'
import { workOf } from './process-tree.ts'
import { noteProgress } from './progress.ts'
import { aSmallPicture } from './samples.ts'
import { inScope } from './scope.ts'
import { until } from './until.ts'
import { compareWaits, waitsDuring, waitsInQuiet } from './waits.ts'

type Options = {
  backend: Backend
  /** Of each kind, on one link. */
  rows: number
  /** Without an account, each from a network of their own, in one hour. */
  guests: number
  /** Whether it is looked at how long lists take, and others wait for them; among other tests that would say nothing. */
  isTimed: boolean
  seed: number
}

const pictures = 3
const listMs = 300
/** New guests that a link takes in an hour, as docs/security.md has it. */
const guestsInAnHour = 500
const rounds = 50
const timedPages = 200
/** As people do; as fast as it goes would be a load of its own. */
const pauseMs = 10

async function aLinkWithPictures(client: Client) {
  const link = await client.aLink(await client.aUser(), { choosing: 'on', comments: 'guests' })
  const picture = await aSmallPicture()
  const ids: string[] = []
  for (let n = 0; n < pictures; n++) ids.push((await client.anImage(link, picture))._id)
  return { link, ids }
}

/** Everything that strangers can leave, as many of each: half of the comments wait for the owner. */
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
  // As its autovacuum does after a minute; SQLite keeps no statistics by itself.
  if (options.kind === 'postgres') await sql`analyze`.execute(db)
  await db.destroy()
}

type List = { path: string; token: string | undefined; wanted: number }

/** Reads so many pages of a list, or to its end; no page has more than it may. `found` is undefined where it goes on. */
async function walk(client: Client, { path, token }: List, maxPages: number, findings: Findings) {
  const times: number[] = []
  let found = 0
  for (let query = ''; times.length < maxPages; ) {
    const { status, body, ms } = await client.get(path + query, token)
    if (status !== 200) {
      findings.note(`${path} answered ${status}`)
      return { found, times }
    }
    times.push(ms)
    await delay(pauseMs)
    found += body.data.length
    if (body.data.length > pageMaxSize) findings.note(`a page of ${path} has ${body.data.length}`)
    if (body.nextCursor === undefined) return { found, times }
    query = `?cursor=${body.nextCursor}`
  }
  return { found: undefined, times }
}

/** As many guests come as fast as they can, each from a network of their own: a link takes so many in an hour. */
async function floodWithGuests(client: Client, imageId: string, guests: number) {
  const statuses = new Map<number, number>()
  for (let n = 0; n < guests; n++) {
    const from = `127.77.${Math.floor(n / 250)}.${(n % 250) + 1}`
    const { status } = await client.call('PUT', `/api/images/${imageId}/choice`, { json: { chosen: true }, from })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return (status: number) => statuses.get(status) ?? 0
}

/** Strangers have filled one link: its lists are read in pages, none of them takes long, and nobody else waits for them. */
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
    findings.expectCount('guests taken', answered(200), Math.min(guests, guestsInAnHour))
    findings.expectCount('guests refused', answered(429), Math.max(0, guests - guestsInAnHour))
    await crowd(database, link, ids, rows)

    const comments = `/api/comments/image/${ids[0]}`
    const lists: Record<string, List> = {
      favorites: { path: `/api/links/${link._id}/choices`, token, wanted: rows },
      'comments of visitors': { path: comments, token: undefined, wanted: rows / 2 },
      "the owner's comments": { path: comments, token, wanted: rows },
      activity: { path: '/api/activity', token, wanted: rows },
    }
    const counts: Outcome['counts'] = { backend, rows, 'guests taken': answered(200), refused: answered(429) }

    /** What the work took, and what it meant for others. */
    async function watch(what: string, work: () => Promise<number[]>, mostMs: number | undefined) {
      noteProgress(what, 1, 1)
      let times: number[] = []
      const act = async () => {
        times = await work()
      }
      if (!isTimed) return act()
      const quiet = await waitsInQuiet(client, other.token)
      const worked = workOf(product.pid())
      const meanwhile = await waitsDuring(client, other.token, act)
      const workMs = ((workOf(product.pid()) - worked) * 10) / times.length
      quiet.push(...(await waitsInQuiet(client, other.token)))
      const slow = quantile(times, 0.99)
      if (mostMs !== undefined && slow > mostMs) findings.note(`${what}: p99 ${slow} ms`)
      const others = compareWaits(what, quiet, meanwhile, findings)
      const took = `median ${quantile(times)} p99 ${slow} ms, ${workMs.toFixed(1)} ms of the processor each with what others ask`
      counts[what] = `${times.length} calls, ${took}; others ${others}`
    }

    for (const [what, list] of Object.entries(lists)) {
      await watch(
        what,
        async () => {
          const { found, times } = await walk(client, list, isTimed ? timedPages : Infinity, findings)
          if (found !== undefined) findings.expectCount(what, found, list.wanted)
          return times
        },
        listMs,
      )
    }
    const once = async (path: string, check: (body: string) => boolean) => {
      const { status, bytes, ms } = await client.get(path, token)
      if (status !== 200 || !check(bytes.toString())) findings.note(`${path} answered ${status}, or not all of it`)
      return ms
    }
    const again = async (path: string, check: (body: string) => boolean, many: number) => {
      const times: number[] = []
      for (let n = 0; n < many; n++) {
        times.push(await once(path, check))
        await delay(pauseMs)
      }
      return times
    }
    const ofLink = `/api/links/${link._id}`
    await watch('followers', () => again(`${ofLink}/followers`, (body) => body.includes(`${rows}`), rounds), listMs)
    await watch('invitations', () => again(`${ofLink}/invitations`, () => true, rounds), listMs)
    const hasNotes = (body: string) => body.split('For the').length - 1 === Math.ceil(rows / 100)
    await watch('CSV of all favorites', () => again(`${ofLink}/choices.csv`, hasNotes, 10), undefined)
    const hasNames = (body: string) => body.split(', ').length === 2
    await watch('file names of all favorites', () => again(`${ofLink}/choices.txt`, hasNames, 10), undefined)
    await watch(
      'ZIP of all favorites',
      () => again(`${ofLink}/choices.zip`, (body) => body.startsWith('PK'), 10),
      undefined,
    )
    const read = async () => [(await client.call('POST', '/api/activity/read', { token })).ms]
    await watch('marking all activity as read', read, undefined)
    const isRead = async () => (await client.get('/api/activity', token)).body.unread === 0
    if (!(await until(isRead, { patienceMs: 300_000 }))) findings.note('not all events are read in the end')
    findings.noteAll(product.crashes)
    return { seed, problems: findings.problems, counts }
  })
