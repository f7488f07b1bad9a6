import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { App } from './app-types.ts'

/** Registers every route's counters at zero, so that they exist before the first request. */
export function countFromZero(app: App, { onRoute }: Metrics) {
  app.addHook('onRoute', ({ method, url, schema }) => {
    const declared = Object.keys((schema?.response ?? {}) as object).map(Number)
    const statuses = declared.length > 0 ? declared : [200]
    for (const each of [method].flat()) if (each !== 'HEAD') onRoute({ method: each, url, statuses })
  })
}
