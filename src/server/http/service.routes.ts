import { rememberFor } from '#server/platform/cache/remember-for.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { DamagedDatabase } from '#server/platform/database/errors.ts'
import { type Config, getConfig, getHealth, getLiveness } from '#shared/config.ts'
import { AppError } from '#shared/errors.ts'
import { type App, success } from './app-types.ts'

type Dependencies = {
  publicConfig: () => Promise<Config>
  checkDatabase: () => Promise<unknown>
  checkStorage: () => Promise<unknown>
  hasDiskSpace: () => Promise<boolean>
  clock: Clock
}

const timeoutMs = 3000
/** The endpoint is public, and with S3 every check is a billed request. */
const rememberedMs = 1000
const noAnswer = () => new Error('No response in time')

export function serviceRoutes(app: App, dependencies: Dependencies) {
  const { publicConfig, checkDatabase, checkStorage, hasDiskSpace, clock } = dependencies
  app.route({ ...getConfig, handler: async () => success(await publicConfig()) })

  // `npm run update` uses this to tell a restarted server from the old one.
  const startedAt = instantNow(clock)
  app.route({ ...getLiveness, handler: async () => success({ process: 'ok', startedAt } as const) })

  const check = rememberFor(rememberedMs, clock, async () => {
    await Promise.all([checkDatabase(), checkStorage()].map((answer) => withTimeout(answer, timeoutMs, noAnswer)))
    // Low disk space isn't a failure: only uploads stop, and monitoring can warn the operator in time.
    return { database: 'ok', storage: 'ok', disk: (await hasDiskSpace()) ? 'ok' : 'low' } as const
  })

  app.route({
    ...getHealth,
    handler: async (request) => {
      try {
        return success(await check())
      } catch (error) {
        request.log.warn({ err: error }, 'health check failed')
        const isDamaged = error instanceof DamagedDatabase
        throw new AppError(
          'UNAVAILABLE',
          isDamaged ? 'The database is damaged' : "The database or storage isn't responding",
        )
      }
    },
  })
}
