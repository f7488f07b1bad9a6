import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BareResponse } from './bare-node.ts'
import { type Load, type Measured, visitorMark } from './load-generator.ts'
import type { Product } from './product.ts'
import { atLeast, atMost, type Line, median } from './results.ts'
import { startWorker } from './workers.ts'

const rounds = 7
export const connections = 32
/** Long enough for the JIT to optimize the code. */
const warmUpMs = 4000
const roundMs = 1200

const encodings = ['Accept-Encoding: gzip, deflate, br']
const headers = [
  'Host: 127.0.0.1',
  'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Accept: */*',
  'Accept-Language: en-GB,en;q=0.9',
]
const visitorFrom = (prefix: string) => `X-Forwarded-For: ${prefix}:${visitorMark}::1`
const requestWith = (path: string, more: string[]) =>
  `GET ${path} HTTP/1.1\r\n${[...headers, ...more].join('\r\n')}\r\n\r\n`
export const requestFor = (path: string, more: string[] = []) =>
  requestWith(path, [visitorFrom('2001:db8'), ...encodings, ...more])

async function capture({ port }: Product, path: string, more = encodings): Promise<BareResponse> {
  const headers = Object.fromEntries(more.map((line) => line.split(': ')))
  const sent = get({ host: '127.0.0.1', port, path, agent: false, headers })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const kept = ['content-type', 'content-encoding'].flatMap((name) => {
    const value = response.headers[name]
    return value === undefined ? [] : [[name, String(value)]]
  })
  return { headers: Object.fromEntries(kept), body: (await buffer(response)).toString('base64') }
}

/** Also checks that every request counts as a visit, because each is from a new visitor. */
export async function measureGallery(product: Product, what: string, slug: string): Promise<Line[]> {
  const path = `/api/links/slug/${slug}`
  const visits = async (): Promise<number> => (await product.data('GET', path)).data.views
  const before = await visits()
  const { lines, count } = await measureReads(product, what, [path])
  for (let tries = 0; (await visits()) - before < count && tries < 50; tries++) await sleep(100)
  const counted = (await visits()) - before
  if (counted !== count) throw new Error(`${what}: ${counted} of ${count} visits were counted`)
  return lines
}

const coldRounds = 3
const coldMs = 3000

/**
 * Measures programs that don't compress, on a server that has just started: its first seconds, then some more. Each
 * round starts a new product and a new bare Node server. Only the load generator is warmed up.
 */
export async function measureColdGallery(start: () => Promise<Product>, what: string, slug: string): Promise<Line[]> {
  const path = `/api/links/slug/${slug}`
  // These visitors have their own addresses, because a repeated visit wouldn't count in `measureGallery`.
  const requests = [requestWith(path, [visitorFrom('2001:db9')])]
  const load = startWorker<Load, Measured>('load-generator.ts')
  const run = async (port: number) => {
    const measured = await load.ask({ port, requests, connections, ms: coldMs })
    if (measured.failures > 0) throw new Error(`${what}: ${measured.failures} requests failed`)
    return measured.perSecond
  }

  async function measureBare(answer: BareResponse) {
    const bare = startWorker<BareResponse, number>('bare-node.ts')
    const port = await bare.ask(answer)
    const measured = { first: await run(port), next: await run(port) }
    await bare.stop()
    return measured
  }

  const results: Record<'product' | 'limit', { first: number; next: number }>[] = []
  for (let round = 0; round < coldRounds; round++) {
    const product = await start()
    const answer = await capture(product, path, [])
    if (round === 0) await measureBare(answer)
    const measured = { first: await run(product.port), next: await run(product.port) }
    await product.stop()
    results.push({ product: measured, limit: await measureBare(answer) })
  }
  await load.stop()
  const of = (side: 'product' | 'limit', when: 'first' | 'next') => median(results.map((each) => each[side][when]))
  return [
    atLeast(`${what}, first 3 s`, of('product', 'first'), of('limit', 'first'), 0.5, 'req/s'),
    atLeast(`${what}, next 3 s`, of('product', 'next'), of('limit', 'next'), 0.5, 'req/s'),
  ]
}

/** Reads a recipient page's HTML, which doesn't count as a visit. */
export const measurePage = async (product: Product, what: string, slug: string): Promise<Line[]> =>
  (await measureReads(product, what, [`/links/${slug}`], 0.5)).lines

/**
 * Alternates between the product and a bare Node server that always sends the first path's body. `count` is the number
 * of requests to the product, including the warm-up.
 */
export async function measureReads(product: Product, what: string, paths: string[], bar = 0.6) {
  const load = startWorker<Load, Measured>('load-generator.ts')
  const bare = startWorker<BareResponse, number>('bare-node.ts')
  const answer = await capture(product, paths[0] as string)
  const barePort = await bare.ask(answer)
  const requests = paths.map((path) => requestFor(path))
  const run = (port: number, ms: number) => load.ask({ port, requests, connections, ms })

  const results: { product: Measured; limit: Measured }[] = []
  const warmUp = await run(product.port, warmUpMs)
  await run(barePort, warmUpMs)
  for (let round = 0; round < rounds; round++) {
    results.push({ product: await run(product.port, roundMs), limit: await run(barePort, roundMs) })
  }
  await Promise.all([load.stop(), bare.stop()])

  const failures = results.reduce((sum, { product, limit }) => sum + product.failures + limit.failures, 0)
  if (failures > 0) throw new Error(`${what}: ${failures} requests failed`)
  const count = results.reduce((sum, { product }) => sum + product.count, warmUp.count)
  const of = (side: 'product' | 'limit', figure: 'perSecond' | 'p99') =>
    median(results.map((each) => each[side][figure]))
  console.log(`${what}: ${count} requests, ${(answer.body.length * 0.75) | 0} bytes each`)
  const lines = [
    atLeast(what, of('product', 'perSecond'), of('limit', 'perSecond'), bar, 'req/s'),
    atMost(`${what}, p99`, of('product', 'p99'), of('limit', 'p99'), 2, 'ms'),
  ]
  return { lines, count }
}
