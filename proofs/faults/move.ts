import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Client, Picture, TestLink } from '#test/support/client.ts'
import { createPostgresAndS3 } from '#test/support/postgres-and-s3.ts'
import { createProduct } from '#test/support/product.ts'
import { somePictures } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { hashFiles, readFiles } from './consistency.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'

const root = join(import.meta.dirname, '..', '..')
const lookEveryMs = 10
/** The rate limit on comments per person in ten minutes. */
const maxComments = 20

type Options = { pictures: number; kills: number; seed: number }
type Row = Record<string, unknown>
/** Every row by table, as text in a fixed order. */
type Dump = Map<string, string[]>

const toLines = (rows: Row[]) =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .map(([name, value]) => [name, value === null ? null : `${value}`])
          .sort(),
      ),
    )
    .sort()

function dumpSqlite(dataDir: string): Dump {
  const db = new DatabaseSync(join(dataDir, 'framelight.db'), { readOnly: true })
  const tables = db.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[]
  const dump = tables.map(({ name }) => [name, toLines(db.prepare(`select * from "${name}"`).all())] as const)
  db.close()
  return withoutMigrations(dump)
}

async function dumpPostgres(url: string): Promise<Dump> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query("select tablename as name from pg_tables where schemaname = 'public'")
  const dump: [string, string[]][] = []
  for (const { name } of tables) dump.push([name, toLines((await client.query(`select * from "${name}"`)).rows)])
  await client.end()
  return withoutMigrations(dump)
}

/** Migration times differ between databases. */
const withoutMigrations = (dump: (readonly [string, string[]])[]) =>
  new Map(dump.filter(([name]) => name !== 'migrations'))

function compare(what: string, one: Map<string, unknown>, other: Map<string, unknown>, findings: Findings) {
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    if (JSON.stringify(one.get(name)) !== JSON.stringify(other.get(name))) findings.note(`${what}: ${name} differs`)
  }
}

async function move(args: string[], settings: Record<string, string>, shouldKill?: (said: string) => Promise<boolean>) {
  const command = ['--disable-warning=ExperimentalWarning', 'src/server/commands/move.ts', ...args]
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', ...settings }
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
  }
  const ended = once(child, 'close')
  while (shouldKill && child.exitCode === null && child.signalCode === null) {
    if (await shouldKill(text)) child.kill('SIGKILL')
    await delay(lookEveryMs)
  }
  const [code, signal] = await ended
  return { code, wasKilled: signal === 'SIGKILL', text: text.trim() }
}

async function fill(client: Client, pictures: number) {
  const samples = await somePictures()
  const owner = await client.aUser()
  const link = await client.aLink(owner, { title: 'Sommer, Zoë’s 100 % "blue"\n', description: 'sea\t'.repeat(50) })
  await client.aLink(await client.aUser(), { isPrivate: true })
  const sent: { id: string; bytes: Buffer }[] = []
  for (let n = 0; n < pictures; n++) {
    const picture = samples[n % samples.length] as (typeof samples)[number]
    const { _id } = await client.anImage(link, picture)
    sent.push({ id: _id, bytes: picture.bytes })
    if (n >= maxComments) continue
    const { status } = await client.call('POST', `/api/comments/image/${_id}`, {
      token: owner.token,
      json: { content: `Nr. ${n} ☀` },
    })
    if (status !== 201) throw new Error(`Couldn't create a comment: ${status}`)
  }
  await client.get(`/api/links/slug/${link.slug}`)
  await fillTrash(client, link, samples[0] as Picture)
  return { owner, link, sent }
}

/** Adds a section, a copy, a link in the trash and an image in the trash. */
async function fillTrash(client: Client, link: TestLink, picture: Picture) {
  const { token } = link.owner
  const call = async (method: string, path: string, json?: object) => {
    const answer = await client.call(method, path, { token, ...(json && { json }) })
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes}`)
    return answer.body.data
  }
  const other = await client.aLink(link.owner)
  const { _id: sectionId } = await call('POST', `/api/links/${other._id}/sections`, { title: 'Coast' })
  const { _id } = await client.anImage(link, picture)
  await call('POST', '/api/images/bulk', { action: 'copy', imageIds: [_id], linkId: other._id, sectionId })
  await call('DELETE', `/api/images/${_id}`)
  await call('DELETE', `/api/links/${other._id}`)
}

/** Inserts a Stripe subscription directly, because creating one through the API requires Stripe. */
function subscribe(dataDir: string, userId: string) {
  const db = new DatabaseSync(join(dataDir, 'framelight.db'))
  db.prepare(
    `insert into subscriptions (user_id, provider, plan, status, current_period_end, cancel_at_period_end, version, updated_at)
     values (?, 'stripe', 'gold', 'active', '2030-01-01T00:00:00.000Z', 0, 3, '2026-01-01T00:00:00.000Z')`,
  ).run(userId)
  db.close()
}

/**
 * Moves from SQLite and disk to PostgreSQL and S3, killing the move several times on the way, then moves back. Every
 * row and byte must be the same.
 */
export const moveThereAndBack = ({ pictures, kills, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const settings = { DEFAULT_PLAN: 'gold' }
    const product = await createProduct(scope, { settings })
    const { owner, link, sent } = await fill(product.client, pictures)
    const elsewhere = `disk:${join(product.dataDir, 'elsewhere')}`
    const busy = await move(['--storage', elsewhere], { DATA_DIR: product.dataDir })
    if (busy.code !== 1 || !busy.text.includes('Another Framelight'))
      findings.note(`while a server is running: ${busy.text}`)
    await product.stop()
    subscribe(product.dataDir, owner.id)
    const rows = dumpSqlite(product.dataDir)
    const disk = join(product.dataDir, 'pictures')
    const files = await hashFiles(disk)

    const there = await createPostgresAndS3(scope)
    const { DATABASE_URL = '', STORAGE_URL = '', ...keys }: Record<string, string> = there.settings
    const args = ['--database', DATABASE_URL, '--storage', STORAGE_URL]
    const from = { ...keys, DATA_DIR: product.dataDir }
    let killed = 0
    for (let n = 1; n <= kills; n++) {
      const enough = (n / kills) * files.size
      const isTime = async (said: string) =>
        n < kills ? (await readFiles(there.pictures, 's3')).size >= enough : said.includes('files')
      const { wasKilled, text } = await move(args, from, isTime)
      if (wasKilled) killed++
      else findings.note(`kill ${n} came too late: ${text}`)
    }
    const startedAt = performance.now()
    const moved = await move(args, from)
    const ms = Math.round(performance.now() - startedAt)
    if (moved.code !== 0) findings.note(`move: ${moved.text}`)
    compare('rows there', rows, await dumpPostgres(there.url), findings)
    compare('files there', files, await hashFiles(there.pictures, 's3'), findings)
    compare('rows of the source', rows, dumpSqlite(product.dataDir), findings)
    compare('files of the source', files, await hashFiles(disk), findings)
    const again = await move(args, from)
    if (again.code !== 0 || !again.text.includes('(0 copied now)')) findings.note(`repeated move: ${again.text}`)

    const home = await scope.folder('moved-back')
    const goBack = { ...there.settings, DATA_DIR: await scope.folder('node') }
    const back = await move(['--database', `sqlite:${home}`, '--storage', `disk:${home}`], goBack)
    if (back.code !== 0) findings.note(`move back: ${back.text}`)
    compare('rows back', rows, dumpSqlite(home), findings)
    compare('files back', files, await hashFiles(join(home, 'pictures')), findings)

    const node = await createProduct(scope, { settings: { ...settings, ...there.settings } })
    for (const { id, bytes } of sent.slice(0, 3)) findings.noteAll(await node.client.findFaults(id, owner.token, bytes))
    const shown = await node.client.get(`/api/links/slug/${link.slug}`)
    if (shown.body?.data?.images?.length !== pictures) findings.note(`the moved gallery returned ${shown.status}`)
    await node.stop()
    const refused = await move(args, from)
    if (refused.code !== 1) findings.note("changed rows weren't detected")

    findings.expectCount('kills', killed, kills)
    const count = [...rows.values()].reduce((sum, lines) => sum + lines.length, 0)
    return {
      seed,
      problems: findings.problems,
      counts: { pictures, kills: killed, files: files.size, rows: count, 'last run ms': ms },
    }
  })
