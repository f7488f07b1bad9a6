import { connect, type Socket } from 'node:net'
import { handleMessages } from './workers.ts'

export type Load = { port: number; requests: string[]; connections: number; ms: number }
export type Measured = { perSecond: number; p50: number; p99: number; count: number; failures: number }

/** Each request replaces these digits, so it appears to be from a new visitor's network. */
export const visitorMark = '0000:0000'

/** The first digit is never zero, because proxies write IPv6 groups without leading zeros. */
const groups = 0xf000
const group = (count: number) => (0x1000 + Math.floor(count)).toString(16)

let visitors = 0

function keepAsking({ port, requests }: Load, onAnswer: (ms: number, isGood: boolean) => boolean) {
  const messages = requests.map((text) => ({ bytes: Buffer.from(text), markAt: text.indexOf(visitorMark) }))
  let turn = 0
  let sentAt = 0
  let head = ''
  let missing = -1
  let isGood = false

  const send = (socket: Socket) => {
    const { bytes, markAt } = messages[turn++ % messages.length] as (typeof messages)[0]
    if (markAt >= 0) {
      visitors++
      bytes.write(`${group(visitors / groups)}:${group(visitors % groups)}`, markAt, 'latin1')
    }
    sentAt = performance.now()
    socket.write(bytes)
  }

  const receive = (size: number, bytes: Buffer) => {
    let start = 0
    if (missing < 0) {
      const end = bytes.indexOf('\r\n\r\n')
      const isWhole = end >= 0 && end < size
      head += bytes.toString('latin1', 0, isWhole ? end : size)
      if (!isWhole) return true
      start = end + 4
      isGood = head.startsWith('HTTP/1.1 200')
      const lengthAt = head.search(/\ncontent-length: /i) + 17
      missing = Number.parseInt(head.slice(lengthAt, lengthAt + 12), 10)
      head = ''
    }
    missing -= size - start
    if (missing > 0) return true
    missing = -1
    if (onAnswer(performance.now() - sentAt, isGood)) send(socket)
    else socket.destroy()
    return true
  }

  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer: Buffer.alloc(256 * 1024), callback: receive as (size: number, bytes: Uint8Array) => boolean },
  })
  socket.on('connect', () => send(socket))
  return new Promise<void>((resolve, reject) => socket.on('close', () => resolve()).on('error', reject))
}

async function measure(load: Load): Promise<Measured> {
  const times: number[] = []
  let failures = 0
  const startedAt = performance.now()
  const endsAt = startedAt + load.ms
  const onAnswer = (ms: number, isGood: boolean) => {
    times.push(ms)
    if (!isGood) failures++
    return performance.now() < endsAt
  }
  await Promise.all(Array.from({ length: load.connections }, () => keepAsking(load, onAnswer)))
  const seconds = (performance.now() - startedAt) / 1000
  times.sort((a, b) => a - b)
  const quantile = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { perSecond: times.length / seconds, p50: quantile(0.5), p99: quantile(0.99), count: times.length, failures }
}

handleMessages<Load, Measured>(measure)
