import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { getConfig, getHealth, type PaymentMode } from '#shared/config.ts'
import { AppError } from '#shared/errors.ts'
import { type App, success } from './app-types.ts'

type Dependencies = {
  supportEmail: string
  payments: PaymentMode
  checkDatabase: () => Promise<unknown>
  checkStorage: () => Promise<unknown>
  hasDiskRoom: () => Promise<boolean>
}

/** A dependency that does not answer within this time does not answer. */
const patienceMs = 3000
const noAnswer = () => new Error('No answer in time')

export function serviceRoutes(app: App, dependencies: Dependencies) {
  const { supportEmail, payments, checkDatabase, checkStorage, hasDiskRoom } = dependencies
  app.route({ ...getConfig, handler: async () => success({ supportEmail, payments }) })

  app.route({
    ...getHealth,
    handler: async (request) => {
      try {
        await Promise.all([checkDatabase(), checkStorage()].map((answer) => withTimeout(answer, patienceMs, noAnswer)))
      } catch (error) {
        request.log.warn({ err: error }, 'health check failed')
        throw new AppError('UNAVAILABLE', 'Database or storage does not answer')
      }
      // Not a failure: all but uploads goes on, and whoever watches can make room in time.
      const disk = (await hasDiskRoom()) ? 'ok' : 'low'
      return success({ database: 'ok', storage: 'ok', disk } as const)
    },
  })
}
