import { hash } from 'node:crypto'
import { type Clock, minutes } from '#server/platform/clock.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'

/**
 * Each string joins the values that a network has sent to a link. Most networks send only one value, so strings need
 * less memory than arrays.
 */
type SeenValues = Map<number, string>

const windowMs = minutes(30)

/** Few households or offices have more browsers than this, so any more are probably fake. */
const maxBrowsers = 30

/** With a higher limit, fake hosts could crowd real ones out of the table. */
const maxHosts = 5

/** When all networks together have this many entries, all limits reset. */
const maxRemembered = 200_000

/**
 * Limits how many browsers and referrers of one network count for a link in half an hour. Networks are stored as
 * hashes, and each salt is used for at most half an hour. Each node has its own limits, in memory.
 */
export function createNetworkLimits(clock: Clock) {
  const browsers: SeenValues = new Map()
  const hosts: SeenValues = new Map()
  let salt = ''
  let remembered = 0
  let endsAt = Number.NEGATIVE_INFINITY

  function reset(now: number) {
    browsers.clear()
    hosts.clear()
    salt = newToken()
    remembered = 0
    endsAt = now + windowMs
  }

  /** 28 bits fit into a small integer, which needs no heap allocation. Networks that collide share one limit. */
  function keyOf(network: string, linkId: string) {
    const now = clock.monotonicMs()
    if (now >= endsAt || remembered >= maxRemembered) reset(now)
    return Number.parseInt(hash('sha256', `${salt} ${network} ${linkId}`).slice(0, 7), 16)
  }

  function accepts(seen: SeenValues, key: number, value: string, max: number) {
    const known = seen.get(key)
    const values = known?.split(' ') ?? []
    if (values.includes(value)) return true
    if (values.length >= max) return false
    seen.set(key, known ? `${known} ${value}` : value)
    remembered++
    return true
  }

  return {
    allowsBrowser: (network: string, linkId: string, browser: string) =>
      accepts(browsers, keyOf(network, linkId), browser, maxBrowsers),
    allowsReferrer: (network: string, linkId: string, host: string) =>
      accepts(hosts, keyOf(network, linkId), host, maxHosts),
  }
}
