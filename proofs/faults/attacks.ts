import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { aHugePicture } from '#test/support/samples.ts'
import type { Attack } from './stage.ts'

const mostConnections = 20_000
const pauseMs = 50

type Hold = { port: number; many: number; over: Promise<void> }

/**
 * Keeps `hold.many` connections open by reopening closed ones. `speak` writes to each connection. Responses are only
 * read if `isReading` is set.
 */
async function holdConnections(hold: Hold, speak: (socket: Socket, index: number) => void, isReading = false) {
  const open = new Set<Socket>()
  const statuses = new Map<string, number>()
  let opened = 0
  let isOver = false
  const begin = (index: number) => {
    if (isOver || opened >= mostConnections) return
    opened++
    const socket = connect({ port: hold.port, host: '127.0.0.1' })
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
  await hold.over
  isOver = true
  for (const socket of open) socket.destroy()
  await delay(pauseMs)
  const told = [...statuses].map(([status, count]) => `${count} x ${status}`).join(' ')
  return { 'connections opened': opened, ...(isReading && { 'responses to the attacker': told || 'nothing' }) }
}

/** Fifty connections request ranges of a large image and pipeline many more requests without reading a response. */
export const pipelineUnread: Attack = async ({ client, visited, port, compare }) => {
  const link = await client.aLink(await client.aUser())
  const { url = '' } = await client.anImage(link, await aHugePicture())
  const part = `GET ${url} HTTP/1.1\r\nHost: x\r\nRange: bytes=0-\r\n\r\n`
  const head = `HEAD /api/links/slug/${visited.slug} HTTP/1.1\r\nHost: x\r\n\r\n`
  let told = {}
  const counts = await compare(async (over) => {
    // The second half sends only as much as the server buffers, so the server keeps those connections open.
    told = await holdConnections({ port, many: 50, over }, (socket, index) =>
      socket.pause().write(part.repeat(3) + head.repeat(index < 25 ? 70 : 15)),
    )
  })
  return { ...told, ...counts }
}

export const sendSlowBodies: Attack = async ({ port, compare }) => {
  const length = 1000
  const login = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
  let told = {}
  const counts = await compare(async (over) => {
    const speak = (socket: Socket) => {
      socket.write(`${login}{`)
      const timer = setInterval(() => socket.write(' '), 1000)
      socket.once('close', () => clearInterval(timer))
    }
    told = await holdConnections({ port, many: 1005, over }, speak, true)
  })
  return { ...told, ...counts }
}
