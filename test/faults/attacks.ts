import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { createBystanders } from './bystanders.ts'
import { createFindings, type Outcome } from './outcome.ts'
import { createProduct } from './product.ts'
import { aHeavyPicture, aHugePicture } from './samples.ts'
import { inScope } from './scope.ts'
import { until } from './until.ts'

type Options = { seconds: number; seed: number }

/** So many connections in all, however often they are closed: an attack that does not end is no test. */
const mostConnections = 5000
const pauseMs = 50

type Hold = { port: number; many: number; ms: number; localAddress?: (index: number) => string }

/**
 * Keeps so many connections, opened again when they are closed. `speak` begins on each; what comes back is not read, but for
 * the first line where `isReading`.
 */
async function holdConnections(hold: Hold, speak: (socket: Socket, index: number) => void, isReading = false) {
  const end = performance.now() + hold.ms
  const open = new Set<Socket>()
  const statuses = new Map<string, number>()
  let opened = 0
  const begin = (index: number) => {
    if (performance.now() > end || opened >= mostConnections) return
    opened++
    const localAddress = hold.localAddress?.(index) ?? '127.0.0.1'
    const socket = connect({ port: hold.port, host: '127.0.0.1', localAddress })
    open.add(socket)
    socket.on('error', () => {})
    socket.once('connect', () => speak(socket, index))
    socket.once('close', () => {
      open.delete(socket)
      setTimeout(begin, pauseMs, index)
    })
    if (isReading) {
      socket.once('data', (bytes) => {
        const status = bytes.toString('latin1', 9, 12)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      })
    }
  }
  for (let index = 0; index < hold.many; index++) begin(index)
  await delay(hold.ms)
  for (const socket of open) socket.destroy()
  const told = [...statuses].map(([status, count]) => `${count} x ${status}`).join(' ')
  return { 'connections opened': opened, ...(isReading && { 'the attacker was told': told || 'nothing' }) }
}

/** 50 connections that ask for a large picture in parts and for much else behind it, and read nothing. */
export const pipelineUnread = ({ seconds, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const product = await createProduct(scope)
    const { client, visited, compare } = await createBystanders(product.client.url, findings)
    const { url = '' } = await client.anImage(visited, await aHugePicture())
    const part = `GET ${url} HTTP/1.1\r\nHost: x\r\nRange: bytes=0-\r\n\r\n`
    const head = `HEAD /api/links/slug/${visited.slug} HTTP/1.1\r\nHost: x\r\n\r\n`
    const port = Number(new URL(client.url).port)
    let told = {}
    const counts = await compare(seconds * 1000, async (ms) => {
      // The second half sends no more than may wait, and so keeps its connections.
      told = await holdConnections({ port, many: 50, ms }, (socket, index) =>
        socket.pause().write(part.repeat(3) + head.repeat(index < 25 ? 70 : 15)),
      )
    })
    findings.noteAll(product.crashes)
    return { seed, problems: findings.problems, counts: { ...told, ...counts } }
  })

/** 1,005 logins whose bodies hardly arrive. */
export const sendSlowBodies = ({ seconds, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const product = await createProduct(scope)
    const { client, compare } = await createBystanders(product.client.url, findings)
    const length = 1000
    const login = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
    const port = Number(new URL(client.url).port)
    let told = {}
    const counts = await compare(seconds * 1000, async (ms) => {
      const speak = (socket: Socket) => {
        socket.write(`${login}{`)
        const timer = setInterval(() => socket.write(' '), 1000)
        socket.once('close', () => clearInterval(timer))
      }
      told = await holdConnections({ port, many: 1005, ms }, speak, true)
    })
    findings.noteAll(product.crashes)
    return { seed, problems: findings.problems, counts: { ...told, ...counts } }
  })

type StoppedOptions = Options & { freedWithinSeconds?: number }

/** 64 readers of a ZIP, of eight networks, that stop reading; others get theirs, and in the end all places are free. */
export const stopReadingZips = ({ seconds, freedWithinSeconds, seed }: StoppedOptions): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const product = await createProduct(scope)
    const { client, visited, compare } = await createBystanders(product.client.url, findings)
    await client.anImage(visited, await aHugePicture())
    const path = `/api/links/slug/${visited.slug}/download`
    const port = Number(new URL(client.url).port)
    const ask = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
    const sockets: Socket[] = []
    scope.defer(() => sockets.forEach((socket) => void socket.destroy()))
    let zips = 0
    const counts = await compare(seconds * 1000, async (ms) => {
      for (let index = 0; index < 64; index++) {
        const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${10 + (index >> 3)}` })
        socket.on('error', () => {})
        socket.once('data', () => socket.pause())
        socket.write(ask)
        sockets.push(socket)
      }
      const end = performance.now() + ms
      await delay(1000)
      while (performance.now() < end) {
        const { status, bytes, headers } = await client.get(path)
        if (status === 200 && bytes.length === Number(headers['content-length'])) zips++
        else findings.note(`another's ZIP meanwhile: ${status}`)
        await delay(1000)
      }
    })
    findings.expectAtLeast('ZIPs of others', zips, 2)
    const freed = freedWithinSeconds === undefined ? {} : await expectFreed(freedWithinSeconds)

    async function expectFreed(limit: number) {
      const startedAt = performance.now() - seconds * 1000
      const isFree = async () => {
        await delay(2000)
        return (await countPlaces(port, ask)) === 32
      }
      if (!(await until(isFree, { patienceMs: (limit - seconds) * 1000 }))) {
        findings.note(`readers that stopped ${limit} s ago still hold their places`)
      }
      return { 'seconds until all were let go': Math.round((performance.now() - startedAt) / 1000) }
    }

    findings.noteAll(product.crashes)
    return { seed, problems: findings.problems, counts: { 'ZIPs of others': zips, ...counts, ...freed } }
  })

/** How many ZIPs one network can begin now: where nobody else holds a place it is half of them, 32. */
async function countPlaces(port: number, ask: string) {
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.3' })
      socket.write(ask)
      const [bytes] = (await once(socket, 'data').catch(() => [Buffer.alloc(12)])) as [Buffer]
      socket.pause()
      return { socket, status: bytes.toString('latin1', 9, 12) }
    }),
  )
  for (const { socket } of statuses) socket.destroy()
  return statuses.filter(({ status }) => status === '200').length
}

/** One network asks 65 times a second for a link of 745 pictures by its id. */
export const floodWithReads = ({ seconds, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const product = await createProduct(scope)
    const { client, compare } = await createBystanders(product.client.url, findings)
    const link = await client.aLink(await client.aUser())
    const image = await client.anImage(link, await aHeavyPicture())
    copyImage(join(product.dataDir, 'framelight.db'), image._id, 744)
    const { body } = await client.get(`/api/links/${link._id}`)
    findings.expectCount('pictures of the link', body.data.images.length, 745)
    let told = ''
    const counts = await compare(seconds * 1000, async (ms) => {
      const statuses = await askSteadily(`${client.url}/api/links/${link._id}`, { perSecond: 65, ms })
      told = [...statuses].map(([status, count]) => `${count} x ${status}`).join(' ')
    })
    findings.noteAll(product.crashes)
    return { seed, problems: findings.problems, counts: { 'the attacker was told': told, ...counts } }
  })

/** An upload takes the time of a picture; the list does not care where its rows come from. */
function copyImage(file: string, id: string, copies: number) {
  const db = new DatabaseSync(file, { timeout: 5000 })
  try {
    const columns = 'link_id, user_id, title, description, file_name, width, height, placeholder, files, created_at'
    const copy = db.prepare(`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      insert into images (id, position, ${columns}) select id || '-' || i, position + i, ${columns} from images, n where id = ?`)
    copy.run(copies, id)
  } finally {
    db.close()
  }
}

async function askSteadily(url: string, { perSecond, ms }: { perSecond: number; ms: number }) {
  const agent = new Agent({ keepAlive: true })
  const statuses = new Map<number | string, number>()
  const count = (status: number | string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const end = performance.now() + ms
  while (performance.now() < end) {
    request(url, { method: 'HEAD', agent }, (response) => count(response.resume().statusCode ?? 0))
      .on('error', () => count('broken'))
      .end()
    await delay(1000 / perSecond)
  }
  agent.destroy()
  return statuses
}
