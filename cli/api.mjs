import { randomUUID } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { pictureKey, readUnchanged } from './pictures.mjs'
import { FileProblem, ServerError, Stopped, Unreachable } from './problems.mjs'

/** A connection without traffic for this long counts as lost. Processing a large picture can take a minute. */
const idleMs = 180_000
const slowestPauseMs = 15_000
const longestWaitMs = 24 * 3600 * 1000
const triesAfterInternalError = 3

const lostStatuses = new Set([408, 502, 504])
const isLocal = (error) => error instanceof FileProblem || error instanceof Stopped

/** Calls a Framelight server with an API key. Waits and repeats calls until the server has been away for too long. */
export function createApi({ server, key, retrySeconds, onWait = () => {} }) {
  const { Agent, request: send } = server.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true })
  let answeredAt = Number.NEGATIVE_INFINITY

  /** Passes the response to `use`. Whatever the body's source or `use` throws as a local problem isn't retried. */
  function exchange({ method, path, headers, body, isPublic }, use) {
    let localProblem
    return new Promise((resolve, reject) => {
      const request = send(new URL(path, server), {
        method,
        agent,
        headers: {
          accept: 'application/json',
          'user-agent': 'framelight-cli',
          ...(!isPublic && { authorization: `Bearer ${key}` }),
          ...headers,
        },
      })
      request.setTimeout(idleMs, () => request.destroy(new Error('the connection was idle for too long')))
      request.on('error', (error) => reject(localProblem ?? error))
      request.on('response', (response) => {
        use(response)
          .then(resolve, reject)
          .finally(() => {
            // The server can answer before it has read the whole body.
            if (!request.writableFinished || !response.readableEnded) request.destroy()
          })
      })
      if (!body) return request.end()
      pipeline(Readable.from(body()), request).catch((error) => {
        if (isLocal(error)) localProblem = error
      })
    })
  }

  async function call(what, use = readJson) {
    const startedAt = performance.now()
    for (let tries = 1; ; tries++) {
      const failure = await exchange(what, async (response) => {
        const { statusCode: status } = response
        if (status !== 503 && !lostStatuses.has(status)) answeredAt = performance.now()
        if (status >= 200 && status < 300) return { result: await use(response) }
        return { error: await toError(response), retryAfterMs: retryAfterOf(response) }
      }).catch((error) => {
        if (isLocal(error)) throw error
        return { error: new Unreachable(`Couldn't reach ${server}: ${error.message || error.code}.`) }
      })
      if (!failure.error) return failure.result
      const pauseMs = pauseAfter(failure, tries, startedAt + retrySeconds * 1000 - performance.now())
      if (pauseMs === undefined) throw failure.error
      onWait(pauseMs)
      await delay(pauseMs)
    }
  }

  const json = (method, path, data, headers = {}) => {
    const text = Buffer.from(JSON.stringify(data))
    return call({
      method,
      path,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': text.length },
      body: () => [text],
    })
  }

  return {
    get: (path) => call({ method: 'GET', path }),
    /** For what everyone can read, whatever the key may do. */
    getPublic: (path) => call({ method: 'GET', path, isPublic: true }),
    post: (path, data, headers) => json('POST', path, data, headers),
    put: (path, data) => json('PUT', path, data),
    /** Media URLs contain a signature, so they don't need the key. */
    open: (path, use) => call({ method: 'GET', path, isPublic: !path.startsWith('/api/') }, use),
    headersOf: (path) =>
      call({ method: 'HEAD', path, isPublic: !path.startsWith('/api/') }, async (response) => {
        response.resume()
        return response.headers
      }),

    upload(linkId, picture, { sha256, bytes }, fields) {
      const { head, tail, headers } = formAround(picture.name, fields)
      return call({
        method: 'POST',
        path: `/api/links/${encodeURIComponent(linkId)}/images`,
        headers: {
          ...headers,
          'content-length': head.length + bytes + tail.length,
          'idempotency-key': pictureKey(sha256),
        },
        async *body() {
          yield head
          yield* readUnchanged(picture, { sha256, bytes })
          yield tail
        },
      })
    },

    /** True if the server answered some call within the time that it may be away. */
    hasAnsweredLately: () => performance.now() - answeredAt < retrySeconds * 1000,
    close: () => agent.destroy(),
  }
}

/** Returns undefined if the error is final. A busy server gets at least one more try. */
function pauseAfter({ error, retryAfterMs }, tries, leftMs) {
  const pauseMs = Math.min(slowestPauseMs, 500 * 2 ** (tries - 1))
  if (error.status === 429) return retryAfterMs ?? pauseMs
  if (error.status === 503) return leftMs > 0 || tries === 1 ? (retryAfterMs ?? pauseMs) : undefined
  if (error.status === 500) return tries < triesAfterInternalError ? pauseMs : undefined
  if (!(error instanceof Unreachable) && !lostStatuses.has(error.status)) return undefined
  return leftMs > 0 ? Math.min(pauseMs, leftMs) : undefined
}

function retryAfterOf({ headers }) {
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(longestWaitMs, Math.max(0, ms))
}

async function readJson(response) {
  const text = await buffer(response)
  try {
    return { ...JSON.parse(text), status: response.statusCode }
  } catch {
    throw new Stopped('NOT_FRAMELIGHT', "This server's answer isn't from Framelight. Check the URL.")
  }
}

async function toError(response) {
  const { statusCode: status, headers } = response
  const text = (await buffer(response)).toString()
  if (status >= 300 && status < 400 && headers.location) {
    const message = `This server redirects to ${headers.location}. Log in with that URL instead.`
    return new ServerError(status, { code: 'REDIRECTED', message })
  }
  try {
    const { code, message } = JSON.parse(text)
    if (code && message) return new ServerError(status, { code, message })
  } catch {
    // Proxies answer with HTML.
  }
  return new ServerError(status, { code: `HTTP_${status}`, message: `The server answered with status ${status}.` })
}

function formAround(name, fields) {
  const boundary = `framelight-${randomUUID()}`
  const part = (disposition, rest) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${rest}`
  const texts = Object.entries(fields).map(([field, value]) => part(`name="${field}"`, `\r\n${value}\r\n`))
  const file = part(`name="image"; filename="${formName(name)}"`, 'content-type: application/octet-stream\r\n\r\n')
  return {
    head: Buffer.from(texts.join('') + file),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Quotes, backslashes and line breaks would end the name early. macOS stores accents as separate characters. */
const formName = (name) =>
  name
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/["\\]/g, '_')
