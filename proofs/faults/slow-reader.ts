import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '#test/support/client.ts'
import { createProduct } from '#test/support/product.ts'
import { aHugePicture } from '#test/support/samples.ts'
import { inScope, type Scope } from '#test/support/scope.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { findProxies, startProxy } from './proxies.ts'

const ticksPerSecond = 10

type Pace = { bytesPerSecond: number; restSeconds?: number }

/** Reads a response at this pace, after an initial pause. `failure` is the error if the response ends early. */
async function readSlowly(url: string, { bytesPerSecond, restSeconds = 0 }: Pace) {
  const request = get(url, { agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const hash = createHash('sha256')
  const length = Number(response.headers['content-length'])
  let came = 0
  let failure = ''
  let isOver = false
  response.once('end', () => {
    isOver = true
  })
  response.once('error', ({ message }) => {
    failure = message
    isOver = true
  })
  response.pause()
  await delay(restSeconds * 1000)
  const startedAt = performance.now()
  while (!isOver) {
    const due = ((performance.now() - startedAt) / 1000) * bytesPerSecond - came
    const size = Math.min(due, response.readableLength)
    const bytes: Buffer | null = size >= 1 ? response.read(Math.floor(size)) : response.read(0)
    if (bytes) {
      hash.update(bytes)
      came += bytes.length
    }
    await delay(1000 / ticksPerSecond)
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  return { status: response.statusCode, length, came, failure, seconds, hash: hash.digest('hex') }
}

async function aGallery(client: Client, bytes: number) {
  const link = await client.aLink(await client.aUser())
  for (let total = 0; total < bytes; ) {
    const picture = await aHugePicture()
    await client.anImage(link, picture)
    total += picture.bytes.length
  }
  return `/api/links/slug/${link.slug}/download`
}

type Way = { name: string; url: string }

async function compare(client: Client, path: string, ways: Way[], pace: Pace, findings: Findings) {
  const whole = createHash('sha256')
    .update((await client.get(path)).bytes)
    .digest('hex')
  const counts: Outcome['counts'] = {}
  await Promise.all(
    ways.map(async ({ name, url }) => {
      const { status, length, came, failure, seconds, hash } = await readSlowly(url + path, pace)
      counts[name] = `${came} of ${length} bytes in ${seconds} s`
      if (status !== 200 || hash !== whole) findings.note(`${name}: ${status}, ${came} of ${length} bytes, ${failure}`)
    }),
  )
  return counts
}

/** Pauses longer than a slow upload is allowed to, then reads everything. */
export const pauseDuringZip = ({ restSeconds, seed }: { restSeconds: number; seed: number }): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { client } = await createProduct(scope)
    // One huge image is more than fits in the socket buffers.
    const path = await aGallery(client, 1)
    const pace = { bytesPerSecond: 20_000_000, restSeconds }
    const counts = await compare(client, path, [{ name: 'direct', url: client.url }], pace, findings)
    return { seed, problems: findings.problems, counts }
  })

type Options = { megabytes: number; bytesPerSecond: number; seed: number }

export const readZipSlowly = ({ megabytes, bytesPerSecond, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { client } = await createProduct(scope)
    const path = await aGallery(client, megabytes * 1_000_000)
    const ways = [{ name: 'direct', url: client.url }, ...(await startProxies(scope, client.url, findings))]
    const counts = await compare(client, path, ways, { bytesPerSecond }, findings)
    return { seed, problems: findings.problems, counts }
  })

async function startProxies(scope: Scope, target: string, findings: Findings): Promise<Way[]> {
  const { found, missing } = findProxies()
  for (const name of missing) findings.note(`${name} isn't installed, so it wasn't tested`)
  return Promise.all(found.map(async (name) => ({ name, url: await startProxy(scope, name, target) })))
}
