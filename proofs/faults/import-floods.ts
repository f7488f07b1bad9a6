import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type DatabaseOptions, openExistingDatabase } from '#server/platform/database/database.ts'
import type { ImportedFeedback } from '#shared/exports.ts'
import { type Client, createClient, type TestLink } from '#test/support/client.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { readSentEmails } from '#test/support/sent-emails.ts'
import { until } from '#test/support/until.ts'
import { type Backend, createProductOn } from './backends.ts'
import { describeStatuses, startFlood, waitsDuring } from './flood.ts'
import type { FloodRequest } from './flood-process.ts'
import { createFindings, type Outcome, quantile } from './outcome.ts'
import { growthDuring, memoryOfProduct } from './process-tree.ts'
import { noteProgress } from './progress.ts'

const atOnce = 8
const exportsAtOnce = 4
const pictures = 30
const listsPerImport = 33
const quietMs = 5000
/** The longest wait during an attack can exceed the longest idle wait by at most this much. */
const mostExtraMs = 100
const mostGrowthMb = 400

type Options = { backend: Backend; imports: number; strangersRows: number; isTimed: boolean; seed: number }

/**
 * One account imports as much as it can and downloads its export several times in parallel. Memory must not grow much,
 * and with `isTimed`, another client must not be slowed down.
 */
export const floodWithImports = ({ backend, imports, strangersRows, isTimed, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product, database } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const { client, dataDir } = product
    const link = await client.aLink(await client.aUser(), { choosing: 'on', comments: 'guests' })
    const picture = await aSmallPicture()
    const imageIds: string[] = []
    for (let n = 0; n < pictures; n++) imageIds.push((await client.anImage(link, picture))._id)
    const neighbor = await createNeighbor(client.url)
    const { times: quiet } = await waitsDuring(client.url, neighbor, () => delay(isTimed ? quietMs : 100))
    const counts: Outcome['counts'] = { backend, 'longest idle wait ms': quantile(quiet, 1) }

    async function attack(what: string, requests: FloodRequest[], connections: number, accepted: string[]) {
      noteProgress(what, 0, requests.length)
      let waited: Awaited<ReturnType<typeof waitsDuring>> | undefined
      let told = ''
      const growth = await growthDuring(product.pid(), async () => {
        waited = await waitsDuring(client.url, neighbor, async () => {
          const { ended } = await startFlood({ url: client.url, connections, pauseMs: 0, requests, isOnce: true })
          const flooded = await ended
          told = describeStatuses(flooded)
          const wrong = Object.keys(flooded.statuses).filter((status) => !accepted.includes(status))
          if (wrong.length > 0) findings.note(`${what} returned ${told}: ${flooded.sentences.join(' ')}`)
        })
      })
      const { times: waits = [], slowest, pausedMs, problems = [] } = waited ?? {}
      findings.noteAll(problems)
      const [median, longest] = [quantile(waits), quantile(waits, 1)]
      counts[what] =
        `${told}; neighbor ${median} ms, longest ${longest} (of ${waits.length}, ${slowest}), paused itself ${pausedMs} ms at most, memory +${growth} MB`
      findings.expectAtLeast(`neighbor's requests during ${what}`, waits.length, 1)
      if (growth > mostGrowthMb) findings.note(`${what}: memory grew by ${growth} MB`)
      if (isTimed && longest > quantile(quiet, 1) + mostExtraMs) {
        findings.note(`${what}: another client waited ${longest} ms, at most ${quantile(quiet, 1)} when idle`)
      }
    }

    const folder = await scope.folder('imports')
    const sent = Array.from({ length: imports }, (_, n) =>
      importOf(link, aFullImport(imageIds, n), join(folder, `${n}`)),
    )
    counts['bytes of an import'] = statSync(join(folder, '0')).size
    await attack('imports', sent, atOnce, ['200', '429'])
    await addStrangers(database, link._id, strangersRows)
    const path = `/api${await exportAddress(client, link, dataDir)}`
    const times = Array.from({ length: exportsAtOnce })
    await attack(
      'HEADs',
      times.map(() => ({ method: 'HEAD', path })),
      exportsAtOnce,
      ['200'],
    )
    await attack(
      'exports',
      times.map(() => ({ method: 'GET', path })),
      exportsAtOnce,
      ['200'],
    )
    findings.noteAll(product.crashes)
    counts['memory MB at the end'] = Math.round(memoryOfProduct(product.pid()))
    return { seed, problems: findings.problems, counts }
  })

/** The requests of another client, who reads and changes a link of their own. */
async function createNeighbor(url: string): Promise<FloodRequest[]> {
  const client = createClient(url, '127.0.0.2')
  const own = await client.aLink(await client.aUser())
  await client.anImage(own, await aSmallPicture())
  const path = `/api/links/${own._id}`
  const headers = { authorization: `Bearer ${own.owner.token}` }
  return [
    { method: 'GET', path: '/api/config' },
    { method: 'GET', path: `/api/links/slug/${own.slug}` },
    { method: 'GET', path, headers },
    {
      method: 'PUT',
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ description: 'Changed' })),
    },
  ]
}

/** Nearly the most favorites that one import can have. Every list contains every image, each with the longest note. */
const aFullImport = (imageIds: string[], n: number): ImportedFeedback => ({
  comments: [],
  choices: Array.from({ length: listsPerImport }, (_, list) => ({
    name: `Guest ${n}-${list}`,
    email: null,
    message: '',
    isSent: true,
    sentAt: '2026-01-01T00:00:00.000Z',
    createdAt: '2026-01-01T00:00:00.000Z',
    images: imageIds.map((imageId) => ({ imageId, note: 'x'.repeat(500) })),
  })),
})

function importOf({ _id, owner }: TestLink, words: ImportedFeedback, bodyFile: string): FloodRequest {
  writeFileSync(bodyFile, JSON.stringify(words))
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
  return { method: 'POST', path: `/api/links/${_id}/import`, headers, bodyFile }
}

async function addStrangers(database: DatabaseOptions, linkId: string, rows: number) {
  const lists = Math.ceil(rows / pictures)
  const at = "'2026-01-02T00:00:00.000Z'"
  const numbers = (many: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})`
  const images = `(select id, row_number() over (order by position) as place from images where link_id = '${linkId}') as image`
  const statements = [
    `insert into guests (id, link_id, name, created_at)
       ${numbers(lists)} select 'stranger-' || i, '${linkId}', 'Stranger ' || i, ${at} from n`,
    `insert into choices (id, link_id, guest_id, is_sent, sent_at, name, message, created_at, updated_at)
       ${numbers(lists)} select 'list-' || i, '${linkId}', 'stranger-' || i, 1, ${at}, 'Stranger ' || i, '', ${at}, ${at} from n`,
    `insert into choice_images (choice_id, image_id, note)
       ${numbers(lists)} select 'list-' || i, image.id, '${'y'.repeat(300)}' from n, ${images}`,
    `insert into comments (id, image_id, guest_id, guest_name, content, state, created_at, updated_at)
       ${numbers(rows)} select 'comment-' || i, image.id, 'stranger-1', 'Stranger', '${'z'.repeat(300)}', 'shown', ${at}, ${at}
       from n join ${images} on image.place = 1 + i % ${pictures}`,
  ]
  const db = await openExistingDatabase(database)
  try {
    for (const statement of statements) await sql.raw(statement).execute(db)
  } finally {
    await db.destroy()
  }
}

async function exportAddress(client: Client, { owner }: TestLink, dataDir: string) {
  await client.call('POST', '/api/auth/export', { token: owner.token })
  let address: string | undefined
  const hasCome = () => {
    address = readSentEmails(dataDir).flatMap((mail) => /\/exports\/[\w.-]+/.exec(mail)?.[0] ?? [])[0]
    return address !== undefined
  }
  if (!(await until(hasCome, { timeoutMs: 30_000 }))) throw new Error('No email with the export URL arrived')
  return address
}
