import { spawn } from 'node:child_process'
import { chown, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { serverUser } from '#scripts/postgres.mjs'
import { findPort } from '#test/support/product.ts'
import type { Scope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'

/** Fewer connections than the nodes would open, so transactions have to share them. */
const serverConnections = 6

export async function startPgBouncer(scope: Scope, databaseUrl: string) {
  const { hostname, port: databasePort, pathname, username } = new URL(databaseUrl)
  const folder = await scope.folder('pgbouncer')
  const port = await findPort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${databasePort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${serverConnections}
`,
  )
  // Like PostgreSQL, PgBouncer refuses to run as root.
  const { uid, gid } = serverUser()
  if (uid !== undefined && gid !== undefined) {
    for (const path of [folder, file]) await chown(path, uid, gid)
  }
  const child = spawn('pgbouncer', ['-q', file], { uid, gid, cwd: folder, stdio: 'ignore' })
  scope.defer(() => child.kill('SIGINT'))
  scope.deferToExit(() => child.kill('SIGKILL'))
  if (!(await until(() => answers(port), { timeoutMs: 10_000 }))) throw new Error("PgBouncer isn't responding")
  const url = new URL(databaseUrl)
  url.port = String(port)
  return url.href
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
