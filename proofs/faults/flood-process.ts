import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'

export type FloodRequest = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: Buffer
  /** A large body is read from a file, because passing it would slow down the measuring process. */
  bodyFile?: string
}

export type Flood = {
  url: string
  connections: number
  pauseMs: number
  requests: FloodRequest[]
  /** Sends each request once, retrying those with a short Retry-After, then ends. */
  isOnce?: boolean
  localAddress?: string
}

/**
 * Response counts by status, and up to 20 different bodies of failed requests. `pausedMs` is the longest pause of the
 * process itself, which delays its requests too.
 */
export type Flooded = {
  statuses: Record<string, number>
  sentences: string[]
  times: number[]
  slowest: { ms: number; method: string; path: string }
  pausedMs: number
}

const agent = new Agent({ keepAlive: true })
const flooded: Flooded = {
  statuses: {},
  sentences: [],
  times: [],
  slowest: { ms: 0, method: '', path: '' },
  pausedMs: 0,
}
const ownDelay = monitorEventLoopDelay()
let turn = 0

function note(status: string, body: string) {
  flooded.statuses[status] = (flooded.statuses[status] ?? 0) + 1
  // HEAD responses have no body.
  if (body !== '' && !status.startsWith('2') && flooded.sentences.length < 20 && !flooded.sentences.includes(body)) {
    flooded.sentences.push(body)
  }
}

/** Resolves to the response's Retry-After in seconds, or 0. */
const send = (flood: Flood, given: FloodRequest): Promise<number> =>
  new Promise((resolve) => {
    const { url, localAddress } = flood
    const { method, path, headers, bodyFile } = given
    const sentAt = performance.now()
    const body = bodyFile === undefined ? given.body : readFileSync(bodyFile)
    const sent = request(url + path, {
      method,
      agent,
      headers: { ...headers, 'content-length': body?.length ?? 0 },
      ...(localAddress !== undefined && { localAddress }),
    })
    sent.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      // The server was just closing this idle connection. HTTP clients must expect that, so retry.
      if (method === 'GET' && sent.reusedSocket && code === 'ECONNRESET') return resolve(send(flood, given))
      note(`broken (${message})`, '')
      resolve(0)
    })
    sent.once('response', (response) => {
      const status = String(response.statusCode)
      // Don't buffer successful responses, which can be ZIPs of any size.
      const reading = status.startsWith('2') ? finished(response.resume()).then(() => '') : text(response)
      reading
        .then((sentence) => note(status, sentence))
        .catch(({ message }: Error) => note(`broken (${message})`, ''))
        .then(() => {
          const ms = performance.now() - sentAt
          flooded.times.push(ms)
          if (ms > flooded.slowest.ms) flooded.slowest = { ms, method, path }
          resolve(Number(response.headers['retry-after'] ?? 0))
        })
    })
    sent.end(body)
  })

/** A longer Retry-After means that the client has used up its limit. */
const longestRetrySeconds = 10

async function repeat(flood: Flood) {
  const { pauseMs, requests, isOnce } = flood
  while (!isOnce || turn < requests.length) {
    const request = requests[turn++ % requests.length] as FloodRequest
    let retrySeconds = await send(flood, request)
    while (isOnce && retrySeconds > 0 && retrySeconds <= longestRetrySeconds) {
      await delay(retrySeconds * 1000)
      retrySeconds = await send(flood, request)
    }
    await delay(pauseMs)
  }
}

const end = () => process.send?.({ ...flooded, pausedMs: Math.round(ownDelay.max / 1e6) }, () => process.exit())

process.on('message', (message: Flood | 'stop') => {
  if (message === 'stop') return void end()
  ownDelay.enable()
  void Promise.all(Array.from({ length: message.connections }, () => repeat(message))).then(end)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
