import { createServer } from 'node:http'
import type { Metrics } from '#server/platform/metrics/metrics.ts'

/** Metrics are for operators, so they're on a separate port. */
export async function startMetricsServer(metrics: Metrics, { host, port }: { host: string; port: number }) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Only /metrics is available here.\n')
    }
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host, port }, resolve)
  })
  return {
    address: server.address(),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
