import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePostgres } from './system-packages.mjs'

/** PostgreSQL refuses to run as root, so root switches to the `postgres` user, or to `nobody` if there isn't one. */
export function serverUser() {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag, user) => Number.parseInt(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout, 10)
  const user = Number.isNaN(idOf('-u', 'postgres')) ? 'nobody' : 'postgres'
  return { uid: idOf('-u', user), gid: idOf('-g', user) }
}

function initialize(binaries, options) {
  const initdb = (...locale) =>
    spawnSync(
      join(binaries, 'initdb'),
      ['-D', 'data', '-U', 'postgres', '-A', 'trust', '-N', '-E', 'UTF8', ...locale],
      {
        ...options,
        encoding: 'utf8',
      },
    )
  const { status, stderr } = initdb('--locale=C.UTF-8')
  // Not every system has C.UTF-8.
  if (status !== 0 && initdb('--locale=C').status !== 0) throw new Error(`initdb failed: ${stderr}`)
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

/**
 * A shell script that stops the server when its standard input closes, then runs `after`. Standard input also closes if
 * this process is killed with SIGKILL.
 */
const untilInputCloses = (after) => `
exec 3<&0
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -INT $server; } 2>&- &
wait $server
${after}
`

/** Tests don't need durability, so the server doesn't sync to disk. */
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

async function launch(binaries, port, { after, ...options }) {
  const flags = [`listen_addresses=127.0.0.1`, `unix_socket_directories=.`, ...settings].flatMap((s) => ['-c', s])
  const command = [join(binaries, 'postgres'), '-D', 'data', '-p', String(port), ...flags]
  // The server is detached, so Ctrl-C doesn't reach it directly. It stops when the pipe closes.
  const server = spawn('sh', ['-c', untilInputCloses(after), 'sh', ...command], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let log = ''
  await new Promise((resolve, reject) => {
    server.on('exit', () => reject(new Error(`PostgreSQL didn't start: ${log}`)))
    server.stderr.setEncoding('utf8').on('data', (text) => {
      log += text
      if (/ready to accept (read-only )?connections/.test(log)) resolve()
    })
  })
  server.stderr.removeAllListeners('data').resume()
  for (const handle of [server, server.stdin, server.stderr]) handle.unref()
  return server
}

/** `fill` creates the data folder if it doesn't exist yet. */
async function start(folder, { isKept = false, fill }) {
  const binaries = await ensurePostgres()
  try {
    mkdirSync(folder, { recursive: true })
    const { uid, gid } = serverUser()
    if (uid) chownSync(folder, uid, gid)
    const options = { cwd: folder, uid, gid, after: isKept ? '' : 'rm -rf "$PWD"' }
    if (!existsSync(join(folder, 'data', 'PG_VERSION'))) fill(binaries, options)
    const port = await freePort()
    const server = await launch(binaries, port, options)
    const stop = async () => {
      if (server.exitCode !== null) return
      server.ref()
      server.stdin.end()
      await once(server, 'exit')
    }
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    if (!isKept) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'framelight-postgres-'))

/**
 * Starts a PostgreSQL server, or uses the one in TEST_DATABASE_URL. When a started server stops, its data is deleted
 * unless `keptIn` names a folder for it.
 * @param {{ keptIn?: string }} [options]
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres({ keptIn } = {}) {
  const { TEST_DATABASE_URL: url } = process.env
  if (url) return { url, stop: async () => {} }
  return start(keptIn ?? newFolder(), { isKept: keptIn !== undefined, fill: initialize })
}

/**
 * Starts a streaming, read-only replica.
 * @param {string} primaryUrl
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export const startReplica = (primaryUrl) =>
  start(newFolder(), {
    fill(binaries, options) {
      const flags = ['-d', primaryUrl, '-D', 'data', '-R', '-c', 'fast']
      const { status, stderr } = spawnSync(join(binaries, 'pg_basebackup'), flags, { ...options, encoding: 'utf8' })
      if (status !== 0) throw new Error(`pg_basebackup failed: ${stderr}`)
    },
  })
