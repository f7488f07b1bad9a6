import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient, type TestLink } from '#test/support/client.ts'
import { toForm } from '#test/support/form.ts'
import { createProduct } from '#test/support/product.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { describeStatuses, startFlood } from './flood.ts'
import type { FloodRequest } from './flood-process.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'

const timesTooMuch = 4
const connectionsThatFill = 8
const measuredMs = 4000
const healthyWithinMs = 5000
/** Enough accounts to store all images within the plan limits. */
const accounts = 12
const networks = 400

type Work = Record<'logins' | 'uploads' | 'reads', FloodRequest[]>
type Options = { seconds: number; seed: number }

/**
 * Sends four times as many logins, uploads and reads as the product can handle, from hundreds of networks. Clients that
 * can't be served must get an error, and everything must work again soon afterwards.
 */
export const overloadServer = ({ seconds, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const settings = { DEFAULT_PLAN: 'gold', TRUST_PROXY: 'true' }
    const product = await createProduct(scope, { settings })
    const { client } = product
    const links: TestLink[] = []
    for (let n = 0; n < accounts; n++) links.push(await client.aLink(await client.aUser()))
    const work = await arrangeWork(links)
    const names = Object.keys(work) as (keyof Work)[]
    const counts: Outcome['counts'] = { seconds, 'times the capacity': timesTooMuch }

    const floods = []
    for (const name of names) {
      const perSecond = await measureCapacity(client, work[name])
      const connections = Math.ceil(perSecond * timesTooMuch)
      floods.push({ name, flood: { url: client.url, connections, pauseMs: 250, requests: work[name] } })
      counts[`${name} per second alone`] = Math.round(perSecond)
    }
    const running = await Promise.all(floods.map(async ({ name, flood }) => ({ name, ...(await startFlood(flood)) })))
    await delay(seconds * 1000)
    let refused = 0
    for (const { name, stop } of running) {
      const flooded = await stop()
      counts[`${name} got`] = describeStatuses(flooded)
      for (const [status, count] of Object.entries(flooded.statuses)) {
        if (status === '429' || status === '503') refused += count
        else if (!status.startsWith('2')) findings.note(`${count} ${name} returned ${status}`)
      }
    }
    await delay(healthyWithinMs)
    await expectHealthy(client, links[0] as TestLink, findings)
    findings.noteAll(product.crashes)
    findings.expectAtLeast('rejections (none means the load was too low)', refused, 1)
    return { seed, problems: findings.problems, counts }
  })

async function arrangeWork(links: TestLink[]): Promise<Work> {
  const { bytes, fileName } = await aSmallPicture()
  const { payload, headers: formHeaders } = toForm([{ name: 'image', fileName, bytes }])
  const from = (n: number) => ({ 'x-forwarded-for': `10.8.${n >> 8}.${n & 255}` })
  const json = { 'content-type': 'application/json' }
  const each = (make: (link: TestLink, n: number) => FloodRequest) =>
    Array.from({ length: networks }, (_, n) => make(links[n % links.length] as TestLink, n))
  return {
    logins: each(({ owner: { email, password } }, n) => ({
      ...{ method: 'POST', path: '/api/auth/login', headers: { ...json, ...from(n) } },
      body: Buffer.from(JSON.stringify({ email, password })),
    })),
    uploads: each(({ _id, owner }, n) => ({
      ...{ method: 'POST', path: `/api/links/${_id}/images`, body: payload },
      headers: { ...formHeaders, ...from(n), authorization: `Bearer ${owner.token}` },
    })),
    reads: each(({ owner }, n) => ({
      ...{ method: 'GET', path: '/api/links' },
      headers: { ...from(n), authorization: `Bearer ${owner.token}` },
    })),
  }
}

async function measureCapacity(client: Client, requests: FloodRequest[]) {
  const endsAt = performance.now() + measuredMs
  let served = 0
  let turn = 0
  const repeat = async () => {
    while (performance.now() < endsAt) {
      const { method, path, headers, body } = requests[turn++ % requests.length] as FloodRequest
      const answer = await client.call(method, path, { ...(headers && { headers }), ...(body && { body }) })
      if (answer.status < 300) served++
    }
  }
  await Promise.all(Array.from({ length: connectionsThatFill }, repeat))
  return served / (measuredMs / 1000)
}

async function expectHealthy({ url }: Client, link: TestLink, findings: Findings) {
  const client = createClient(url, '127.0.7.1')
  const { email, password } = link.owner
  const answers = {
    health: await client.get('/api/health'),
    gallery: await client.get(`/api/links/slug/${link.slug}`),
    login: await client.call('POST', '/api/auth/login', { json: { email, password } }),
    upload: await client.upload(await client.aLink(await client.aUser()), await aSmallPicture()),
  }
  for (const [what, { status, ms }] of Object.entries(answers)) {
    if (status >= 300) findings.note(`afterwards: ${what} returned ${status}`)
    if (ms > 1000) findings.note(`afterwards: ${what} took ${Math.round(ms)} ms`)
  }
}
