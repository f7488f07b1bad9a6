import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { maxDownloads } from '#server/features/media/downloads.service.ts'
import { aHugePicture } from '#test/support/samples.ts'
import { until } from '#test/support/until.ts'
import type { Attack, Stage } from './stage.ts'

const readers = 64
const readersOfANetwork = 8

/**
 * Stops reading 64 ZIPs from eight networks. Other clients must still get their ZIPs. With a time limit, all slots must
 * be free again by then.
 */
export const stopReadingZips =
  (freedWithinSeconds?: number): Attack =>
  async (stage) => {
    const { client, findings, compare } = stage
    const link = await client.aLink(await client.aUser())
    await client.anImage(link, await aHugePicture())
    const path = `/api/links/slug/${link.slug}/download`
    let zips = 0
    // These downloads run after the latency measurement, because the idle phase has no ZIP downloads either.
    const loadAsOthers = async () => {
      for (let n = 0; n < 3; n++) {
        const { status, bytes, headers } = await client.get(path)
        if (status === 200 && bytes.length === Number(headers['content-length'])) zips++
        else findings.note(`another client's ZIP: ${status}`)
      }
    }
    const counts = await compare(async (over) => {
      const sockets = stopReading(stage.port, path)
      await over
      await loadAsOthers()
      for (const socket of sockets) socket.destroy()
    })
    findings.expectAtLeast("other clients' ZIPs", zips, 3)
    const freed = freedWithinSeconds === undefined ? {} : await expectFreed(stage, path, freedWithinSeconds)
    return { 'ZIPs of others': zips, ...counts, ...freed }
  }

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

function stopReading(port: number, path: string): Socket[] {
  return Array.from({ length: readers }, (_, index) => {
    const network = Math.floor(index / readersOfANetwork)
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${10 + network}` })
    socket.on('error', () => {})
    socket.once('data', () => socket.pause())
    socket.write(ask(path))
    return socket
  })
}

async function expectFreed({ port, findings }: Stage, path: string, limit: number) {
  const sockets = stopReading(port, path)
  const startedAt = performance.now()
  await delay(1000)
  if ((await countPlaces(port, path)) === maxDownloads / 2) findings.note("stalled readers didn't take any slots")
  const isFree = async () => {
    await delay(2000)
    return (await countPlaces(port, path)) === maxDownloads / 2
  }
  if (!(await until(isFree, { timeoutMs: limit * 1000 }))) {
    findings.note(`readers that stalled ${limit} s ago still hold their slots`)
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  for (const socket of sockets) socket.destroy()
  return { 'seconds until all slots were free': seconds }
}

/** How many ZIPs one network can start now, which is half the total if all slots are free. */
async function countPlaces(port: number, path: string) {
  const statuses = await Promise.all(
    Array.from({ length: maxDownloads / 2 + 8 }, async () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.3' })
      socket.write(ask(path))
      const [bytes] = (await once(socket, 'data').catch(() => [Buffer.alloc(12)])) as [Buffer]
      socket.pause()
      return { socket, status: bytes.toString('latin1', 9, 12) }
    }),
  )
  for (const { socket } of statuses) socket.destroy()
  return statuses.filter(({ status }) => status === '200').length
}
