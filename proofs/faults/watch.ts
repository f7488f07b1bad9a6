import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '#test/support/client.ts'

export const barMs = 1000
const requestsAfterBar = 3
const pauseMs = 10

export const aborted = 0
const busy = 503

/** Files and ZIPs that are being sent when access ends are cut off. */
const canBeCutOff = /^\/media\/|\/(original|download)(\?|$)/

export type Target = { address: string; token?: string; headers?: Record<string, string>; from?: string }

export type Watched = { address: string; requests: number; lastOpenMs: number; statuses: number[] }

/** Polls every URL. Each response is dated by when its request was sent, so slow machines aren't penalized. */
export function createWatch(client: Client, targets: Target[]) {
  const seen = targets.map(() => [] as { sentAt: number; status: number; text: string }[])
  let barAt = Number.POSITIVE_INFINITY
  const isOver = (index: number) =>
    (seen[index] ?? []).filter(({ sentAt }) => sentAt > barAt).length >= requestsAfterBar
  const watch = async ({ address, ...as }: Target, index: number) => {
    while (!isOver(index)) {
      const sentAt = performance.now()
      const { status, body } = await client.call('GET', address, as).catch((error: Error) => {
        if (!canBeCutOff.test(address)) throw error
        return { status: aborted, body: { error: error.message } }
      })
      // A busy server's answer doesn't say whether the URL is open.
      if (status !== busy) seen[index]?.push({ sentAt, status, text: body?.error ?? '' })
      await delay(pauseMs)
    }
  }
  const watching = Promise.all(targets.map(watch))
  // Avoids an unhandled rejection. `end` reports errors.
  watching.catch(() => {})

  return {
    stop: () => {
      barAt = 0
    },
    async untilAllOpen() {
      const isOpen = ({ status }: { status: number }) => status === 200
      // A storage that's too slow on a busy machine ends a ZIP, too.
      const isClosed = ({ status }: { status: number }) => status !== 200 && status !== aborted
      const findClosed = () => targets.findIndex((_, index) => seen[index]?.some(isClosed))
      while (findClosed() < 0 && !seen.every((answers) => answers.filter(isOpen).length >= 3)) {
        await Promise.race([watching, delay(pauseMs)])
      }
      const closed = findClosed()
      if (closed < 0) return
      const statuses = seen[closed]?.map(({ status, text }) => `${status} ${text}`)
      throw new Error(`${targets[closed]?.address} wasn't accessible before: ${statuses}`)
    },
    async end(closedAt: number): Promise<Watched[]> {
      barAt = closedAt + barMs
      await watching
      return targets.map(({ address }, index) => {
        const answers = seen[index] ?? []
        const open = answers.filter(({ status }) => status === 200).map(({ sentAt }) => sentAt - closedAt)
        return {
          address,
          requests: answers.length,
          lastOpenMs: Math.max(0, ...open),
          statuses: [...new Set(answers.map(({ status }) => status))],
        }
      })
    },
  }
}
