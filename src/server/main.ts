import './v8-flags.ts'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { describeUnknownSettings } from './config/unknown-settings.ts'
import { type Config, readConfig } from './config.ts'
import { createDailyBackups } from './features/backups/daily-backups.service.ts'
import { requireNoUnfinishedRestore } from './features/backups/restore-staging.ts'
import { useIdleMemory } from './http/idle-memory.ts'
import { loggerOptions } from './http/logging.ts'
import { startMetricsServer } from './http/metrics-server.ts'
import { lockDataFolder } from './platform/database/data-folder-lock.ts'
import { createDatabase } from './platform/database/database.ts'
import { createIntegrityWatch } from './platform/database/integrity-watch.ts'
import { refuseDamaged } from './platform/database/quick-check.ts'
import { makeFolder } from './platform/make-folder.ts'
import { reasonOf, StartupProblem } from './platform/startup-problem.ts'
import { watchServiceMetrics } from './service-metrics.ts'
import { createServices } from './services.ts'
import { spawnBackup } from './spawn-backup.ts'

const webDir = join(import.meta.dirname, '..', '..', 'dist', 'web')

/** How long open requests may take to finish once we are asked to stop. */
const patienceMs = 30_000

// Database and pictures are for their owner alone, also in a folder that others may look into.
process.umask(0o077)

// Whoever read our lines may end before us: that is no reason to stop serving.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

async function run(config: Config, warnings: string[]) {
  // First of all: a second start by mistake must not touch what the running one is working on.
  await stage(`Port ${config.port} of ${config.host} cannot be used`, 'check HOST and PORT', () =>
    requireFreePort(config),
  )
  const lock = await stage(`${config.dataDir} cannot be written`, 'give this user access, or set DATA_DIR', () =>
    prepareFolders(config),
  )
  const log = pino(loggerOptions(config), await logStream())
  for (const warning of warnings) log.warn({}, warning)
  const metrics = config.metrics && (await import('./platform/metrics/metrics.ts')).createMetrics()
  const { database } = config
  const db = await stage('The database cannot be used', 'check DATABASE_URL, or DATA_DIR where it is unset', () => {
    if (database.kind === 'sqlite') refuseDamaged(database.file)
    return createDatabase(database, metrics?.onStatement)
  })
  const integrity = database.kind === 'sqlite' ? createIntegrityWatch({ file: database.file, log }) : undefined
  const services = await stage('The storage cannot be used', 'check STORAGE_URL, or DATA_DIR where it is unset', () =>
    createServices({ config, db, log, metrics, findDatabaseFault: integrity?.findFault }),
  )
  const app = await createApp({ config, services, log, webDir, metrics })
  useIdleMemory(app.server)

  /** What runs beside the app, once it does: we may be told to stop before. */
  const beside: { stop(): Promise<void> }[] = []
  let isStopping = false
  const stop = async (signal: string) => {
    // A terminal's Ctrl-C reaches us twice when a parent passes it on.
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), patienceMs).unref()
    await Promise.all([app.close(), ...beside.map((running) => running.stop())])
    await services.close()
    await db.destroy()
    lock.release()
    log.info({}, 'stopped')
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)

  const { host, port } = config
  await stage(`Port ${port} of ${host} cannot be used`, 'check HOST and PORT', () => app.listen({ host, port }))
  await stage('METRICS_PORT cannot be used', 'check it and METRICS_HOST', async () => {
    if (!metrics || !config.metrics) return
    watchServiceMetrics(metrics, { services, db, config })
    beside.push(await startMetricsServer(metrics, config.metrics))
  })
  services.start()
  if (integrity) {
    integrity.start()
    beside.push(integrity)
  }
  services.checkStorage().catch((error) => {
    const remedy = 'check STORAGE_URL and its keys, or DATA_DIR where it is unset'
    log.error(
      { err: error },
      `The storage can't be reached (${reasonOf(error)}): ${remedy}. Images don't load until it can.`,
    )
  })
  void services.emailChecks.checkSetup()
  if (config.dailyBackup) {
    const backups = createDailyBackups({
      ...config.dailyBackup,
      take: spawnBackup,
      onResult: services.noteBackup,
      clock: services.clock,
      log,
    })
    backups.start()
    beside.push(backups)
  }
  if (config.payments === 'test') {
    log.warn({}, 'PAYMENTS=test: plans are given away by a test checkout and nothing is charged')
  }
  log.info({ url: config.publicUrl }, 'Framelight is ready')
}

/** A step that whoever starts the server can put right: what went wrong in their words, and what to do. */
async function stage<T>(problem: string, remedy: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StartupProblem) throw error
    throw new StartupProblem(`${problem} (${reasonOf(error)}): ${remedy}.`, { cause: error })
  }
}

function requireFreePort({ host, port }: Config) {
  return new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}

function prepareFolders({ dataDir, tempDir }: Config) {
  makeFolder(dataDir)
  const lock = lockDataFolder(dataDir)
  requireNoUnfinishedRestore(dataDir)
  // What a crash left half-arrived belongs to nobody.
  rmSync(tempDir, { recursive: true, force: true })
  mkdirSync(tempDir)
  return lock
}

/** Lines for programs, or for a person when one is watching. */
async function logStream() {
  if (!process.stdout.isTTY) return process.stdout
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'node', translateTime: 'SYS:HH:MM:ss' })
}

/** A mistyped name is often why a setting is missing: it's said beside the refusal. */
function readSettings(warnings: string[]) {
  try {
    return readConfig(process.env)
  } catch (error) {
    for (const warning of warnings) process.stderr.write(`${warning}\n`)
    throw error
  }
}

try {
  const warnings = describeUnknownSettings(process.env)
  await run(readSettings(warnings), warnings)
} catch (error) {
  process.stderr.write(`${error instanceof StartupProblem ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}
