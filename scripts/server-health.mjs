import { setTimeout as sleep } from 'node:timers/promises'

const answerMs = 5000
const pollMs = 500

// A connection that is kept open would be one to the process that ends meanwhile.
const headers = { connection: 'close' }
const ask = (url) => fetch(url, { headers, signal: AbortSignal.timeout(answerMs) }).catch(() => undefined)

/** What the server says about itself; undefined where none answers. Versions before 0.2 don't say when they were started. */
export async function askServer(url) {
  const [health, live] = await Promise.all([ask(`${url}/api/health`), ask(`${url}/api/health/live`)])
  if (!live?.ok) return undefined
  const { data } = await live.json().catch(() => ({}))
  return { isWell: health?.ok ?? false, startedAt: data?.startedAt }
}

/** Whether a server answers within the time, and isn't the process that answered before. */
export async function comesUp(url, { before, patienceMs }) {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const server = await askServer(url)
    const isOther = server?.startedAt === undefined || server.startedAt !== before?.startedAt
    if (server?.isWell && isOther) return true
    await sleep(pollMs)
  }
  return false
}
