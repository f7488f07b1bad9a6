import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Builders, createBuilders, type Person } from '#test/builders.ts'
import { createOwnServer, createTestServer, type TestServer } from '#test/server.ts'
import { createVisitRepository } from './visits.repository.ts'
import { createVisitService } from './visits.service.ts'

let server: TestServer
let build: Builders

beforeAll(async () => {
  server = await createTestServer({ defaultPlan: 'gold' })
  build = createBuilders(server)
})
afterAll(() => server.close())

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

let visitors = 0

/** Nobody else's: people behind one address and browser are told apart by nothing. */
function anAddress() {
  visitors++
  return `10.20.${visitors >> 8}.${visitors & 255}`
}

type Target = { _id: string; slug: string; imageId: string; owner: Person }
type Way = {
  name: string
  method: 'GET' | 'POST' | 'HEAD'
  url: (target: Target) => string
  counts: 'visits' | 'views'
}
type Look = { from?: string; userAgent?: string; token?: string; headers?: Record<string, string>; at?: TestServer }

const bySlug: Way = {
  name: 'the slug call',
  method: 'GET',
  url: ({ slug }) => `/api/links/slug/${slug}`,
  counts: 'visits',
}
const byImage: Way = {
  name: 'the image call',
  method: 'GET',
  url: ({ imageId }) => `/api/images/${imageId}`,
  counts: 'views',
}
const byVisit: Way = { ...bySlug, name: 'the visit call', method: 'POST', url: (to) => `${bySlug.url(to)}/visit` }
const byView: Way = { ...byImage, name: 'the view call', method: 'POST', url: (to) => `${byImage.url(to)}/view` }
const ways = [bySlug, byVisit, byImage, byView]

async function aTarget(at = server): Promise<Target> {
  const image = await createBuilders(at).anImage()
  const { body } = await at.get(`/api/images/${image._id}`, { token: image.owner.token })
  return { ...body.data.link, imageId: image._id, owner: image.owner }
}

/** Looks at a target, as a visitor of its own unless told otherwise. */
async function look({ method, url }: Way, target: Target, given: Look = {}) {
  const { from = anAddress(), userAgent = chrome, token, headers, at = server } = given
  const authorization = token && { authorization: `Bearer ${token}` }
  const { statusCode } = await at.app.inject({
    method,
    url: url(target),
    headers: { 'user-agent': userAgent, 'x-forwarded-for': from, ...authorization, ...headers },
  })
  return statusCode
}

/** What the owner is told was counted up to now. */
async function counted({ _id, owner }: Target, at = server) {
  const { views, images } = (await at.get(`/api/links/${_id}`, { token: owner.token })).body.data
  return { visits: views, views: images[0].views }
}

describe.each(ways)('by $name', (way) => {
  const times = (count: number) => ({ visits: 0, views: 0, [way.counts]: count })

  test('a visitor is counted once, however often they come', async () => {
    const target = await aTarget()
    const from = anAddress()
    const statuses = await Promise.all(Array.from({ length: 5 }, () => look(way, target, { from })))
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect(await counted(target)).toEqual(times(1))
    await look(way, target, { from })
    expect(await counted(target)).toEqual(times(1))
  })

  test('another address and another browser are other visitors', async () => {
    const target = await aTarget()
    const from = anAddress()
    await look(way, target, { from })
    await look(way, target, { from, userAgent: firefox })
    await look(way, target)
    await look(way, target, { token: (await build.aUser()).token })
    expect(await counted(target)).toEqual(times(4))
  })

  test('the owner is never counted, with whatever browser', async () => {
    const target = await aTarget()
    const { token } = target.owner
    expect(await look(way, target, { token })).toBe(200)
    expect(await look(way, target, { token, userAgent: firefox })).toBe(200)
    expect(await counted(target)).toEqual(times(0))
  })

  test('what a browser fetches in advance is counted when it is looked at', async () => {
    const target = await aTarget()
    const inAdvance = [
      { 'sec-purpose': 'prefetch;prerender' },
      { 'sec-purpose': 'prefetch' },
      { purpose: 'prefetch' },
      { purpose: 'preview' },
      { 'x-moz': 'prefetch' },
    ].map((headers) => ({ from: anAddress(), headers: headers as Record<string, string> }))
    for (const visitor of inAdvance) expect(await look(way, target, visitor)).toBe(200)
    expect(await counted(target)).toEqual(times(0))
    for (const { from } of inAdvance) await look(way, target, { from })
    expect(await counted(target)).toEqual(times(5))
  })

  test('who does not say what they are is not counted', async () => {
    const target = await aTarget()
    expect(await look(way, target, { userAgent: '' })).toBe(200)
    expect(await counted(target)).toEqual(times(0))
  })

  test('nobody is counted where nothing is shown', async () => {
    const target = await aTarget()
    const put = (fields: object) => server.put(`/api/links/${target._id}`, fields, { token: target.owner.token })
    await put({ isPrivate: true })
    expect(await look(way, target)).toBe(403)
    const expires_at = '2020-01-01T00:00:00.000Z'
    await server.db.updateTable('links').set({ expires_at }).where('id', '=', target._id).execute()
    await put({ isPrivate: false })
    expect(await look(way, target)).toBe(410)
    expect(await counted(target)).toEqual(times(0))
  })
})

test('the two ways to look at the same thing are one look', async () => {
  const target = await aTarget()
  const from = anAddress()
  for (const way of ways) await look(way, target, { from })
  expect(await counted(target)).toEqual({ visits: 1, views: 1 })
})

test('asking whether a link is there is no visit', async () => {
  const target = await aTarget()
  expect(await look({ ...bySlug, method: 'HEAD' }, target)).toBe(200)
  expect(await look({ ...byImage, method: 'HEAD' }, target)).toBe(200)
  expect(await counted(target)).toEqual({ visits: 0, views: 0 })
})

let quiet: Target | undefined
const machines = [
  ['a search engine', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  [
    'a search engine',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
  ],
  ['a search engine', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
  [
    'a search engine',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  ],
  [
    'a model’s crawler',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.2; +https://openai.com/gptbot',
  ],
  ['WhatsApp', 'WhatsApp/2.23.20.0'],
  ['Facebook', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  [
    'Messages',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  ],
  ['X', 'Twitterbot/1.0'],
  ['Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['Discord', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
  ['Telegram', 'TelegramBot (like TwitterBot)'],
  ['LinkedIn', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
  ['Teams', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com'],
  ['Pinterest', 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)'],
  ['Line', 'facebookexternalhit/1.1;line-poker/1.0'],
  ['Snapchat', 'Mozilla/5.0 (compatible; Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots)'],
  ['Bluesky', 'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)'],
  ['Mastodon', 'Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.social/) Bot'],
  ['Matrix', 'Synapse (bot; +https://github.com/matrix-org/synapse)'],
  ['a program', 'curl/8.5.0'],
  ['a program', 'python-requests/2.32.3'],
] as const

test.each(machines)('a machine is shown everything and counted nowhere: %s (%s)', async (_name, userAgent) => {
  quiet ??= await aTarget()
  for (const way of ways) expect(await look(way, quiet, { userAgent })).toBe(200)
  expect(await counted(quiet)).toEqual({ visits: 0, views: 0 })
})

test('people are counted in whatever they browse with', async () => {
  const target = await aTarget()
  const browsers = [
    chrome,
    firefox,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/530.0.0.0;FBDV/iPhone15,2]',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 400.0.0.0',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36 Line/15.0.0',
  ]
  for (const userAgent of browsers) await look(bySlug, target, { userAgent })
  expect(await counted(target)).toEqual({ visits: browsers.length, views: 0 })
})

test('the same visitor is counted again after half an hour', async () => {
  const own = await createOwnServer()
  const target = await aTarget(own)
  const visitor = { from: anAddress(), at: own }
  const lookAll = async () => {
    for (const way of ways) await look(way, target, visitor)
  }
  await lookAll()
  expect(await counted(target, own)).toEqual({ visits: 1, views: 1 })
  own.clock.advance(29 * 60_000)
  await lookAll()
  expect(await counted(target, own)).toEqual({ visits: 1, views: 1 })
  own.clock.advance(2 * 60_000)
  await lookAll()
  expect(await counted(target, own)).toEqual({ visits: 2, views: 2 })
})

test('two nodes count the same visitor once', async () => {
  const target = await aTarget()
  const visitor = { address: anAddress(), userAgent: chrome, userId: undefined, isPrefetch: false }
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const aNode = () => createVisitService({ visits: createVisitRepository(server.db), clock: server.clock, log: silent })
  const nodes = [aNode(), aNode()]
  for (const node of nodes) node.countVisit(target._id, target.owner.id, visitor)
  await Promise.all(nodes.map((node) => node.settle()))
  await look(bySlug, target, { from: visitor.address })
  expect(await counted(target)).toEqual({ visits: 1, views: 0 })
})

test('of a visitor neither address nor browser is kept', async () => {
  const own = await createOwnServer()
  const target = await aTarget(own)
  const visitor = { from: '203.0.113.77', userAgent: `${chrome} Rare/77.77`, at: own }
  for (const way of ways) await look(way, target, visitor)
  expect(await counted(target, own)).toEqual({ visits: 1, views: 1 })

  const dump: string[] = []
  for (const { name } of await own.db.introspection.getTables()) {
    const rows = await own.db
      .selectFrom(name as 'links')
      .selectAll()
      .execute()
    dump.push(`${name}: ${JSON.stringify(rows)}`)
  }
  expect(dump.join('\n')).toContain(target.slug)
  expect(dump.find((table) => table.startsWith('recent_visitors'))).toContain('seen_until')
  const kept = [...dump, ...own.logLines].filter((text) => /203\.0\.113|Mozilla|Chrome\/141|Rare/.test(text))
  expect(kept).toEqual([])
})

describe('when counting fails', () => {
  const breakCounting = ({ db }: TestServer) => db.schema.dropTable('recent_visitors').execute()
  const repairCounting = ({ db }: TestServer) =>
    db.schema
      .createTable('recent_visitors')
      .addColumn('visitor_key', 'text', (column) => column.primaryKey())
      .addColumn('seen_until', 'text', (column) => column.notNull())
      .execute()

  test('every answer is as good as ever, and what was noted is counted later', async () => {
    const own = await createOwnServer()
    const target = await aTarget(own)
    await breakCounting(own)
    const [first, second] = [anAddress(), anAddress()]
    for (const way of ways) expect(await look(way, target, { from: first, at: own })).toBe(200)
    await vi.waitFor(() => expect(own.logLines.join()).toContain('a background job failed'), 5_000)
    for (const way of ways) expect(await look(way, target, { from: second, at: own })).toBe(200)
    expect(await counted(target, own)).toEqual({ visits: 0, views: 0 })

    await repairCounting(own)
    await vi.waitFor(async () => expect(await counted(target, own)).toEqual({ visits: 2, views: 2 }), 5_000)
  })

  test('the server still stops', async () => {
    const own = await createTestServer()
    const target = await aTarget(own)
    await breakCounting(own)
    for (const way of ways) expect(await look(way, target, { at: own })).toBe(200)
    await expect(own.close()).resolves.toBeUndefined()
  })
})
