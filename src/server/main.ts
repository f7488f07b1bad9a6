import './v8-flags.ts'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { spawnBackup } from './commands/spawn-backup.ts'
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

const webDir = join(import.meta.dirname, '..', '..', 'dist', 'web')

/** After a stop signal, the process exits within this time. */
const shutdownTimeoutMs = 30_000

// Only this operating system user can read the database and images, even in a folder others can list.
process.umask(0o077)

// If the process that reads our log exits (EPIPE), keep serving.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

async function run(config: Config, warnings: string[]) {
  // Check the port first, so that a second server started by mistake can't touch files the first one uses.
  await stage(`Can't listen on ${config.host}, port ${config.port}`, 'check HOST and PORT', () =>
    requireFreePort(config),
  )
  const lock = await stage(`Can't write to ${config.dataDir}`, 'give this user access, or set DATA_DIR', () =>
    prepareFolders(config),
  )
  const log = pino(loggerOptions(config), await logStream())
  for (const warning of warnings) log.warn({}, warning)
  const metrics = config.metrics && (await import('./platform/metrics/metrics.ts')).createMetrics()
  const { database } = config
  const db = await stage("Can't open the database", "check DATABASE_URL, or DATA_DIR if it isn't set", () => {
    if (database.kind === 'sqlite') refuseDamaged(database.file)
    return createDatabase(database, metrics?.onStatement)
  })
  const integrity = database.kind === 'sqlite' ? createIntegrityWatch({ file: database.file, log }) : undefined
  const services = await stage("Can't use the storage", "check STORAGE_URL, or DATA_DIR if it isn't set", () =>
    createServices({ config, db, log, metrics, findDatabaseFault: integrity?.findFault }),
  )
  const app = await createApp({ config, services, log, webDir, metrics })
  useIdleMemory(app.server)

  /** Background work that `stop` ends. A signal can arrive before this list is complete. */
  const background: { stop(): Promise<void> }[] = []
  let isStopping = false
  const stop = async (signal: string) => {
    // Ctrl-C arrives twice if a parent process forwards it.
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    await Promise.all([app.close(), ...background.map((running) => running.stop())])
    await services.close()
    await db.destroy()
    lock.release()
    log.info({}, 'stopped')
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)

  const { host, port } = config
  await stage(`Can't listen on ${host}, port ${port}`, 'check HOST and PORT', () => app.listen({ host, port }))
  await stage("Can't listen on METRICS_PORT", 'check it and METRICS_HOST', async () => {
    if (!metrics || !config.metrics) return
    watchServiceMetrics(metrics, { services, db, config })
    background.push(await startMetricsServer(metrics, config.metrics))
  })
  services.start()
  if (integrity) {
    integrity.start()
    background.push(integrity)
  }
  services.checkStorage().catch((error) => {
    const remedy = "check STORAGE_URL and its keys, or DATA_DIR if it isn't set"
    log.error(
      { err: error },
      `Can't reach the storage (${reasonOf(error)}): ${remedy}. Images won't load until this is fixed.`,
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
    background.push(backups)
  }
  if (config.payments === 'test') {
    log.warn({}, 'PAYMENTS=test: the test checkout gives plans away and charges nothing')
  }
  log.info({ url: config.publicUrl }, 'Framelight is ready')
}

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
  // A crash can leave partial uploads behind.
  rmSync(tempDir, { recursive: true, force: true })
  mkdirSync(tempDir)
  return lock
}

async function logStream() {
  if (!process.stdout.isTTY) return process.stdout
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'node', translateTime: 'SYS:HH:MM:ss' })
}

/** Prints the warnings with the error, because a missing setting is often a mistyped name. */
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
