import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from './client.ts'
import { type Findings, quantile } from './outcome.ts'
import { aHeavyPicture, aSmallPicture } from './samples.ts'

/** To the product another network than the attacker's 127.0.0.1. */
const address = '127.0.0.2'

/**
 * A machine that does other things as well is not quieter than this; less is not compared. Of some dozen uploads the p99 is
 * the one whose files the disk took longest to write.
 */
const quietestMs = { gallery: 20, thumbnail: 20, upload: 100 }

/** In the short form, among the tests: there too few are seen for a p99, and whatever else runs is in it. */
const shortFactor = 5
const shortMs = 5000
const mostTimesSlower = 3
const holdMs = 2500

type Times = Record<'gallery' | 'thumbnail' | 'upload', number[]>

/** Others, who use the product while it is attacked: a visitor who looks at a gallery, and somebody who uploads. */
export async function createBystanders(url: string, findings: Findings) {
  const client = createClient(url, address)
  const [visited, own] = [await client.aLink(await client.aUser()), await client.aLink(await client.aUser())]
  const { thumbnailUrl } = await client.anImage(visited, await aHeavyPicture())
  const picture = await aSmallPicture()

  const looks = {
    gallery: () => client.get(`/api/links/slug/${visited.slug}`),
    thumbnail: () => client.get(thumbnailUrl),
    async upload() {
      const answer = await client.upload(own, picture)
      if (answer.status === 201) await client.del(`/api/images/${answer.body.data._id}`, own.owner.token)
      return answer
    },
  }

  async function look(ms: number, when: string): Promise<Times> {
    const times: Times = { gallery: [], thumbnail: [], upload: [] }
    const end = performance.now() + ms
    const repeat = async (what: keyof Times) => {
      while (performance.now() < end) {
        const answer = await looks[what]().catch((error: Error) => ({ status: error.message, ms: 0 }))
        if (answer.status === 200 || answer.status === 201) times[what].push(answer.ms)
        else findings.note(`${what} ${when}: ${answer.status}`)
        // As people do; as fast as it goes would be a load of its own.
        await delay(10)
      }
    }
    await Promise.all([repeat('gallery'), repeat('gallery'), repeat('thumbnail'), repeat('upload')])
    return times
  }

  /** How long they wait in quiet and while the attack goes on, which must not differ by much. */
  async function compare(ms: number, attack: (ms: number) => Promise<unknown>) {
    await look(Math.min(ms, 1000), 'at first')
    const quiet = await look(ms, 'in quiet')
    const attacking = attack(ms + holdMs)
    // It has its hold by then: to begin it takes as much as of any crowd that comes at once.
    await delay(holdMs)
    const meanwhile = await look(ms, 'meanwhile')
    await attacking
    const counts: Record<string, string> = {}
    for (const what of Object.keys(looks) as (keyof Times)[]) {
      const [before, now] = [quantile(quiet[what], 0.99), quantile(meanwhile[what], 0.99)]
      const median = `${quantile(quiet[what])} -> ${quantile(meanwhile[what])}`
      counts[`${what} median and p99 ms`] = `${median}, ${before} -> ${now} (of ${meanwhile[what].length})`
      findings.expectAtLeast(`${what}s meanwhile`, meanwhile[what].length, 5)
      const leastMs = quietestMs[what] * (ms < shortMs ? shortFactor : 1)
      if (now > mostTimesSlower * Math.max(before, leastMs)) findings.note(`${what}: p99 ${before} ms, then ${now}`)
    }
    return counts
  }

  return { client, visited, compare }
}
