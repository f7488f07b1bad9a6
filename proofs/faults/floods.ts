import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { toForm } from '#test/support/form.ts'
import { aHeavyPicture } from '#test/support/samples.ts'
import { until } from '#test/support/until.ts'
import { describeStatuses, startFlood } from './flood.ts'
import type { Flood } from './flood-process.ts'
import { aDamagedPng } from './hostile-pictures.ts'
import { inspectSqliteAndDisk } from './inspectors.ts'
import type { Attack, Stage } from './stage.ts'

/**
 * Measures normal traffic during a flood. Every response to the flood must have one of these statuses, and every error
 * body must have a message.
 */
async function compareWithFlood({ client, findings, compare }: Stage, flood: Omit<Flood, 'url'>, statuses: number[]) {
  let told = ''
  const counts = await compare(async (over) => {
    const { stop } = await startFlood({ url: client.url, ...flood })
    await over
    const flooded = await stop()
    told = describeStatuses(flooded)
    if (told === '') findings.note("the flood didn't get any responses")
    const wrong = Object.keys(flooded.statuses).filter((status) => !statuses.includes(Number(status)))
    if (wrong.length > 0) findings.note(`the attacker got ${told}: ${flooded.sentences.join(' ')}`)
    for (const sentence of flooded.sentences) {
      if (!/"error":"[A-Z\\].*\."/.test(sentence)) findings.note(`no error message: ${sentence}`)
    }
  })
  return { 'responses to the attacker': told, ...counts }
}

export const floodWithReads: Attack = async (stage) => {
  const { client, findings, dataDir } = stage
  const link = await client.aLink(await client.aUser())
  const image = await client.anImage(link, await aHeavyPicture())
  const database = join(dataDir, 'framelight.db')
  copyImage(database, image._id, 744)
  const path = `/api/links/${link._id}`
  const { body } = await client.get(path)
  findings.expectCount('pictures in the link', body.data.images.length, 745)
  const flood = { connections: 65, pauseMs: 1000, requests: [{ method: 'HEAD', path }] }
  const told = await compareWithFlood(stage, flood, [200, 429])
  changeRows(database, "delete from images where id like ? || '-%'", image._id)
  return told
}

/** Copies rows, because uploading would take too long and lists only read rows. */
function copyImage(file: string, id: string, copies: number) {
  const columns = 'link_id, user_id, title, description, file_name, width, height, placeholder, files, created_at'
  const copy = `
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
    insert into images (id, position, ${columns}) select id || '-' || i, position + i, ${columns} from images, n where id = ?`
  changeRows(file, copy, copies, id)
}

function changeRows(file: string, sql: string, ...values: (string | number)[]) {
  const db = new DatabaseSync(file, { timeout: 5000 })
  try {
    db.prepare(sql).run(...values)
  } finally {
    db.close()
  }
}

/** Node accepts 16 KiB of headers. This leaves space for the other headers. */
const headerLength = 15_000

/** Each header triggers backtracking in a careless regular expression, and varies to bypass caches. */
const hostileHeaders = [
  (n: number) => ({ 'user-agent': `${fill(`${n} `, 'Android ')}Mobi` }),
  (n: number) => ({ 'user-agent': `${fill(`${n} `, 'Silk/')} Mobile` }),
  (n: number) => ({ 'user-agent': fill(`Mozilla ${n} `, '(compatible; ') }),
  (n: number) => ({ 'if-none-match': fill(`"${n}", `, 'W/"') }),
  (n: number) => ({ 'sec-purpose': fill(`${n}`, 'pre') }),
]
const fill = (start: string, part: string) => start + part.repeat((headerLength - start.length) / part.length)

export const sendHostileHeaders: Attack = async (stage) => {
  const path = `/api/links/slug/${stage.visited.slug}`
  const requests = Array.from({ length: 750 }, (_, n) => ({
    method: 'GET',
    path,
    headers: hostileHeaders[n % hostileHeaders.length]?.(n) ?? {},
  }))
  return compareWithFlood(stage, { connections: 150, pauseMs: 1000, requests }, [200])
}

export const floodWithDamaged: Attack = async (stage) => {
  const { client, findings, dataDir } = stage
  const link = await client.aLink(await client.aUser())
  const { bytes, fileName } = await aDamagedPng()
  const { payload: body, headers } = toForm([{ name: 'image', fileName, bytes }])
  const authorization = `Bearer ${link.owner.token}`
  const path = `/api/links/${link._id}/images`
  const requests = [{ method: 'POST', path, headers: { ...headers, authorization }, body }]
  const told = await compareWithFlood(stage, { connections: 220, pauseMs: 0, requests }, [415, 429])
  const inspector = inspectSqliteAndDisk(dataDir)
  const isCleared = async () => (await inspector.listTemporaryFiles()).length === 0
  await until(isCleared, { timeoutMs: 20_000 })
  await inspector.waitForSweep()
  findings.noteAll(await inspector.findFaults())
  return told
}
