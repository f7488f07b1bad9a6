import { setTimeout as sleep } from 'node:timers/promises'

const answerMs = 5000
const pollMs = 500

// A keep-alive connection would still reach the old process.
const headers = { connection: 'close' }
const ask = (url) => fetch(url, { headers, signal: AbortSignal.timeout(answerMs) }).catch(() => undefined)

/** Returns the server's health, or undefined if no server responds. Versions before 0.2 don't send `startedAt`. */
export async function askServer(url) {
  const [health, live] = await Promise.all([ask(`${url}/api/health`), ask(`${url}/api/health/live`)])
  if (!live?.ok) return undefined
  const { data } = await live.json().catch(() => ({}))
  return { isWell: health?.ok ?? false, startedAt: data?.startedAt }
}

/**
 * Waits for a healthy server other than the process in `before`. Returns false after `timeoutMs`. A server that doesn't
 * send `startedAt` counts as a different process.
 */
export async function comesUp(url, { before, timeoutMs }) {
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    const server = await askServer(url)
    const isOther = server?.startedAt === undefined || server.startedAt !== before?.startedAt
    if (server?.isWell && isOther) return true
    await sleep(pollMs)
  }
  return false
}
