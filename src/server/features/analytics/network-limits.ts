import { hash } from 'node:crypto'
import { type Clock, minutes } from '#server/platform/clock.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'

/**
 * What a network has brought to a link, in one string with spaces between: nearly all have one browser, and its name is in
 * memory anyway. Lists would be three objects more for every visitor.
 */
type Brought = Map<number, string>

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
  const browsers: Brought = new Map()
  const hosts: Brought = new Map()
  let salt = ''
  let remembered = 0
  let endsAt = Number.NEGATIVE_INFINITY

  function begin(now: number) {
    browsers.clear()
    hosts.clear()
    salt = newToken()
    remembered = 0
    endsAt = now + windowMs
  }

  /** 28 bits: a number that needs no memory of its own. Of two networks that share one, both have half the room. */
  function keyOf(network: string, linkId: string) {
    const now = clock.monotonicMs()
    if (now >= endsAt || remembered >= maxRemembered) begin(now)
    return Number.parseInt(hash('sha256', `${salt} ${network} ${linkId}`).slice(0, 7), 16)
  }

  /** Whether it is there already, or there was room for it. */
  function hasRoom(brought: Brought, key: number, value: string, max: number) {
    const known = brought.get(key)
    const values = known?.split(' ') ?? []
    if (values.includes(value)) return true
    if (values.length >= max) return false
    brought.set(key, known ? `${known} ${value}` : value)
    remembered++
    return true
  }

  return {
    allowsBrowser: (network: string, linkId: string, browser: string) =>
      hasRoom(browsers, keyOf(network, linkId), browser, maxBrowsers),
    allowsReferrer: (network: string, linkId: string, host: string) =>
      hasRoom(hosts, keyOf(network, linkId), host, maxHosts),
  }
}
