import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '#test/support/client.ts'
import { aHeavyPicture, aSmallPicture } from '#test/support/samples.ts'
import { type Findings, quantile } from './outcome.ts'

/** A different network from the attacker's 127.0.0.1. */
const address = '127.0.0.2'

const mostTimesSlower = 3
const holdMs = 2500
/** Shorter runs have too few samples for a p99, so every request just has to succeed. */
const shortMs = 5000

/** How many times idle and attack phases alternate, and how long each lasts. */
export type Pace = { rounds: number; ms: number }

type Times = Record<'gallery' | 'thumbnail' | 'upload', number[]>
const noTimes = (): Times => ({ gallery: [], thumbnail: [], upload: [] })

type Attack = (over: Promise<void>) => Promise<unknown>

export async function createNormalTraffic(url: string) {
  const client = createClient(url, address)
  const [visited, own] = [await client.aLink(await client.aUser()), await client.aLink(await client.aUser())]
  const { thumbnailUrl } = await client.anImage(visited, await aHeavyPicture())
  const picture = await aSmallPicture()

  const looks = {
    gallery: () => client.get(`/api/links/slug/${visited.slug}`),
    thumbnail: () => client.get(thumbnailUrl),
    async upload() {
      const answer = await client.upload(own, picture)
      if (answer.status === 201) await client.del(`/api/images/${answer.body.data._id}?forever=true`, own.owner.token)
      return answer
    },
  }
  const all = Object.keys(looks) as (keyof Times)[]

  async function look(times: Times, ms: number, note: (problem: string) => void) {
    const end = performance.now() + ms
    const repeat = async (what: keyof Times) => {
      while (performance.now() < end) {
        const answer = await looks[what]().catch((error: Error) => ({ status: error.message, ms: 0 }))
        if (answer.status === 200 || answer.status === 201) times[what].push(answer.ms)
        else note(`${what}: ${answer.status}`)
        // People pause between requests. Back-to-back requests would be an attack.
        await delay(10)
      }
    }
    await Promise.all([repeat('gallery'), repeat('gallery'), repeat('thumbnail'), repeat('upload')])
  }

  async function compare({ rounds, ms }: Pace, findings: Findings, attack: Attack) {
    const [quiet, meanwhile] = [noTimes(), noTimes()]
    for (let round = 0; round < rounds; round++) {
      // Let the previous round settle, or warm up before the first one.
      await look(noTimes(), Math.min(ms, 1000), findings.note)
      await look(quiet, ms, (problem) => findings.note(`idle: ${problem}`))
      const over = Promise.withResolvers<void>()
      const attacking = attack(over.promise)
      // Only measure once the attack is fully running. Its start costs no more than any sudden crowd.
      await delay(holdMs)
      await look(meanwhile, ms, (problem) => findings.note(`during the attack: ${problem}`))
      over.resolve()
      await attacking
    }
    const isShort = ms < shortMs
    const counts: Record<string, string> = {}
    for (const what of all) {
      const [before, now] = [quantile(quiet[what], 0.99), quantile(meanwhile[what], 0.99)]
      const median = `${quantile(quiet[what])} -> ${quantile(meanwhile[what])}`
      counts[`${what} median and p99 ms`] =
        `${median}, ${before} -> ${now} (of ${quiet[what].length} and ${meanwhile[what].length})`
      findings.expectAtLeast(`${what}s during the attack`, meanwhile[what].length, isShort ? 1 : 100)
      if (!isShort && now > mostTimesSlower * Math.max(before, 1))
        findings.note(`${what}: p99 went from ${before} to ${now} ms`)
    }
    return counts
  }

  return { client, visited, compare }
}
