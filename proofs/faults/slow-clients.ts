import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { aHugePicture } from '#test/support/samples.ts'
import { quantile } from './outcome.ts'
import type { Attack } from './stage.ts'

const clients = 500
const closedWithinMs = 20_000
const tickMs = 1000

type Slow = (socket: Socket) => void

const drip =
  (start: string, drop: string): Slow =>
  (socket) => {
    socket.resume().write(start)
    const timer = setInterval(() => socket.write(drop), tickMs)
    socket.once('close', () => clearInterval(timer))
  }

const slowHead = drip('GET /api/config HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n')
const slowBody = drip(
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  ' ',
)

/**
 * Opens 500 slow connections. A third send headers slowly, a third send a body slowly, and a third never read the
 * response. Clients that stop reading partway get more time; see `stopReadingZips`.
 */
export const sendSlowly: Attack = async ({ client, port, findings, compare }) => {
  const link = await client.aLink(await client.aUser())
  const { url = '' } = await client.anImage(link, await aHugePicture())
  const readNothing: Slow = (socket) => void socket.pause().write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`)
  const kinds = [slowHead, slowBody, readNothing]

  const counts = await compare(async (over) => {
    const sockets = Array.from({ length: clients }, (_, n) => begin(port, kinds[n % kinds.length] as Slow))
    await over
    for (const socket of sockets) socket.destroy()
  })

  const lifetimes = await Promise.all(
    Array.from({ length: clients }, (_, n) => lifetime(begin(port, n % 2 ? slowHead : slowBody))),
  )
  const left = lifetimes.filter((ms) => ms > closedWithinMs).length
  if (left > 0) findings.note(`${left} of ${clients} slow connections stayed open longer than ${closedWithinMs} ms`)
  findings.expectCount('slow connections watched', lifetimes.length, clients)
  return { clients, ...counts, 'last one closed after ms': quantile(lifetimes, 1) }
}

function begin(port: number, speak: Slow) {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.once('connect', () => speak(socket))
  return socket
}

async function lifetime(socket: Socket) {
  const startedAt = performance.now()
  await Promise.race([once(socket, 'close'), delay(2 * closedWithinMs)])
  socket.destroy()
  return performance.now() - startedAt
}
