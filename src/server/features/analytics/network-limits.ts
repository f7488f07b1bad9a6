import { hash } from 'node:crypto'
import { type Clock, minutes } from '#server/platform/clock.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'

/** Lists, since nearly every network has one browser and no referrer: a hundred thousand pairs of sets would cost ten times as much. */
type Seen = { browsers: string[]; hosts: string[] }

const windowMs = minutes(30)

/** A household or an office has this many browsers that look at a link in half an hour; more are invented. */
const maxBrowsers = 30

/** And they come from so few other sites: more would only push the real ones out of the table. */
const maxHosts = 5

/** Browsers remembered at the most, of all networks together; beyond, everything begins anew. */
const maxRemembered = 200_000

/**
 * How many browsers of one network count for a link in half an hour, and how many referrers they bring. Networks are known
 * by a hash alone, whose salt is forgotten with the half hour. Kept in memory: each node counts for itself.
 */
export function createNetworkLimits(clock: Clock) {
  let seen = new Map<number, Seen>()
  let salt = ''
  let remembered = 0
  let endsAt = Number.NEGATIVE_INFINITY

  function begin(now: number) {
    seen = new Map()
    salt = newToken()
    remembered = 0
    endsAt = now + windowMs
  }

  function seenOf(network: string, linkId: string) {
    const now = clock.monotonicMs()
    if (now >= endsAt || remembered >= maxRemembered) begin(now)
    const key = Number.parseInt(hash('sha256', `${salt} ${network} ${linkId}`).slice(0, 13), 16)
    let known = seen.get(key)
    if (!known) {
      known = { browsers: [], hosts: [] }
      seen.set(key, known)
    }
    return known
  }

  /** Whether it is in the list, or there was room for it. */
  function belongs(list: string[], value: string, max: number) {
    if (list.includes(value)) return true
    if (list.length >= max) return false
    list.push(value)
    remembered++
    return true
  }

  return {
    allowsBrowser: (network: string, linkId: string, browser: string) =>
      belongs(seenOf(network, linkId).browsers, browser, maxBrowsers),
    allowsReferrer: (network: string, linkId: string, host: string) =>
      belongs(seenOf(network, linkId).hosts, host, maxHosts),
  }
}
