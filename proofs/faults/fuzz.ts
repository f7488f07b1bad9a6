import { type Answer, type Client, createClient, type Picture, type TestLink } from '#test/support/client.ts'
import { toForm } from '#test/support/form.ts'
import { createProduct } from '#test/support/product.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { type Schema, valueFor } from './fuzz-values.ts'
import { createFindings, type Findings, type Outcome, quantile } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom, type Random } from './random.ts'

const atOnce = 16
/** Other people and links are used after this many requests, because some requests delete them. */
const requestsOfAScene = 500

type Parameter = { name: string; in: string; schema?: Schema }
type Operation = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema?: Schema }> } }
type Description = { paths: Record<string, Record<string, Operation>> }
type Route = { method: string; path: string; parameters: Parameter[]; body: Schema | undefined; isForm: boolean }

type Scene = { tokens: (string | undefined)[]; ids: string[]; picture: Picture }

/** A response slower than `longestMs` counts as a hang. Raise it when other tests run at the same time. */
type Options = { requests: number; longestMs?: number; seed: number }

export const sendFuzzed = ({ requests, longestMs = 2000, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const settings = { DEFAULT_PLAN: 'gold', TRUST_PROXY: 'true', PAYMENTS: 'test' }
    const product = await createProduct(scope, { settings })
    const { client } = product
    const routes = readRoutes((await client.get('/api/openapi.json')).body)
    const statuses = new Map<number, number>()
    const times: number[] = []
    const asked = new Map<string, number>()
    let begun = 0
    const administrator = await client.aUser()
    // All scenes are created first, because a request may close registration.
    const scenes: Scene[] = []
    while (scenes.length <= requests / requestsOfAScene) {
      const network = `127.0.${8 + (scenes.length >> 7)}.${1 + (scenes.length & 127)}`
      scenes.push(await aScene(createClient(client.url, network), administrator.token))
    }

    const send = async () => {
      while (begun < requests) {
        const number = begun++
        noteProgress('request', begun, requests)
        // Call routes round-robin, so every route gets the same number of requests.
        const route = routes[number % routes.length] as Route
        const call = callFor(route, scenes[Math.floor(number / requestsOfAScene)] as Scene, random)
        const answer = await client.call(route.method, call.path, call)
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        asked.set(`${route.method} ${route.path}`, (asked.get(`${route.method} ${route.path}`) ?? 0) + 1)
        times.push(answer.ms)
        if (answer.ms > longestMs) findings.note(`${route.method} ${call.path} took ${Math.round(answer.ms)} ms`)
        judge(answer, `${route.method} ${call.path} ${call.body?.toString().slice(0, 300) ?? ''}`, findings)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, send))

    const { status } = await client.get('/api/health')
    if (status !== 200) findings.note(`afterwards health returned ${status}`)
    findings.noteAll(product.crashes)
    findings.expectCount('requests', times.length, requests)
    findings.expectCount('routes called', asked.size, routes.length)
    findings.expectAtLeast('routes', routes.length, 60)
    findings.expectAtLeast(
      'requests that succeeded',
      (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0),
      requests / 50,
    )
    const told = [...statuses].sort(([a], [b]) => a - b).map(([code, count]) => `${count} x ${code}`)
    return {
      seed,
      problems: findings.problems,
      counts: {
        ...{ requests: times.length, routes: routes.length, responses: told.join(' ') },
        ...{ 'p99 ms': quantile(times, 0.99), 'slowest ms': quantile(times, 1) },
      },
    }
  })

function readRoutes({ paths }: Description): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
      isForm: method === 'post' && path.endsWith('/images'),
    })),
  )
}

/** Each scene uses a different network, because we're not testing rate limits here. */
async function aScene(client: Client, administrator: string): Promise<Scene> {
  const [owner, other] = [await client.aUser(), await client.aUser()]
  const picture = await aSmallPicture()
  const fields = { comments: 'guests', choosing: 'on' }
  const [link, locked]: TestLink[] = [
    await client.aLink(owner, fields),
    await client.aLink(owner, { password: 'four words of ours' }),
  ]
  const image = await client.anImage(link as TestLink, picture)
  const comment = await client.call('POST', `/api/comments/image/${image._id}`, {
    token: other.token,
    json: { content: 'Lovely' },
  })
  const ids = [link?._id, link?.slug, locked?._id, locked?.slug, image._id, comment.body?.data?._id, owner.id, other.id]
  return {
    tokens: [undefined, owner.token, owner.token, other.token, administrator, 'nobody'],
    ids: ids.filter((id) => id !== undefined),
    picture,
  }
}

const network = (random: Random) => `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`
const contentTypes = ['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=utf-16', '']

function callFor(route: Route, scene: Scene, random: Random) {
  const share = random.pick([0, 0.02, 0.1, 0.5])
  const text = (schema: Schema | undefined) => {
    const value = valueFor(schema ?? { type: 'string' }, random, share)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  const path = route.path.replaceAll(/\{\w+\}/g, () =>
    random() < 0.7 ? random.pick(scene.ids) : encode(text({ type: 'string' }).slice(0, 3000)),
  )
  const query = route.parameters
    .filter((parameter) => parameter.in === 'query' && random() < 0.6)
    .map(({ name, schema }) => `${name}=${encode(text(schema).slice(0, 3000))}`)
  const token = random.pick(scene.tokens)
  const headers = { 'x-forwarded-for': network(random) }
  const address = query.length > 0 ? `${path}?${query.join('&')}` : path
  if (route.isForm && random() < 0.8) return { path: address, token, ...aForm(scene, random, headers, text) }
  if (route.method === 'GET') return { path: address, token, headers }
  const json = JSON.stringify(route.body ? valueFor(route.body, random, share) : random.pick([{}, null, []]))
  const body = Buffer.from(random() < 0.03 ? json.slice(0, random.between(0, json.length)) : json)
  const type = random() < 0.05 ? random.pick(contentTypes) : 'application/json'
  return { path: address, token, body, headers: { ...headers, ...(type && { 'content-type': type }) } }
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

function aForm({ picture }: Scene, random: Random, headers: object, text: (schema: Schema) => string) {
  const bytes = Buffer.from(picture.bytes)
  if (random() < 0.5) bytes[random.between(0, bytes.length - 1)] = random.between(0, 255)
  const field = { name: random.pick(['title', 'isCoverImage', '__proto__']), value: text({ type: 'string' }) }
  const form = toForm([field, { name: 'image', fileName: random.pick(['a.jpg', '../a.png', 'x'.repeat(300)]), bytes }])
  const end = random() < 0.1 ? random.between(0, form.payload.length) : form.payload.length
  return { body: form.payload.subarray(0, end), headers: { ...headers, ...form.headers } }
}

const wantedHeaders: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /./,
  'content-security-policy': /script-src 'self'(?![^;]*unsafe)[^;]*;.*frame-ancestors 'none'/,
}

function judge({ status, headers, body }: Answer, what: string, findings: Findings) {
  if (status >= 500 && status !== 503) findings.note(`${what} returned ${status} ${body?.error}`)
  for (const [name, wanted] of Object.entries(wantedHeaders)) {
    if (!wanted.test(String(headers[name] ?? '')))
      findings.note(`${what} returned ${status} with ${name}: ${headers[name]}`)
  }
}
