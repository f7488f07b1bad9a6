import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { loggerOptions } from './http/logging.ts'
import { createDatabase } from './platform/database/database.ts'
import { StartupProblem } from './platform/startup-problem.ts'
import { createServices } from './services.ts'

const webDir = join(import.meta.dirname, '..', '..', 'dist', 'web')

/** How long open requests may take to finish once we are asked to stop. */
const patienceMs = 30_000

async function run(config: Config) {
  mkdirSync(config.dataDir, { recursive: true })
  const log = pino(loggerOptions(config.logLevel), await logStream())
  const db = await createDatabase(config.database)
  const services = await createServices({ config, db, log })
  const app = await createApp({ config, services, log, webDir })
  const close = async () => {
    await app.close()
    await services.close()
    await db.destroy()
  }

  let isStopping = false
  const stop = async (signal: string) => {
    // A terminal's Ctrl-C reaches us twice when a parent passes it on.
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), patienceMs).unref()
    await close()
    log.info({}, 'stopped')
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await close()
    throw error
  }
  services.start()
  if (config.payments === 'test') log.warn({}, 'test payments: the checkout charges nothing')
  log.info({ url: config.publicUrl }, 'Framelight is ready')
}

/** Lines for programs, or for a person when one is watching. */
async function logStream() {
  if (!process.stdout.isTTY) return process.stdout
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
}

/** What a person who starts the server can put right, in one sentence; everything else keeps its stack. */
function explain(error: NodeJS.ErrnoException) {
  if (error instanceof StartupProblem) return error.message
  const { code, path } = error
  if (code === 'EADDRINUSE') return 'The port is taken: stop what listens there, or set PORT to another.'
  if (code === 'EACCES' && error.syscall === 'listen') return 'This port may not be used: set PORT to one above 1023.'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `${path ?? 'The data folder'} cannot be written: give this user access, or set DATA_DIR to another folder.`
  }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return 'The database does not answer: check DATABASE_URL.'
  return undefined
}

try {
  await run(readConfig(process.env))
} catch (error) {
  process.stderr.write(`${explain(error as NodeJS.ErrnoException) ?? (error as Error).stack}\n`)
  process.exit(1)
}
