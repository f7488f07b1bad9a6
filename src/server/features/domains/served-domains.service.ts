import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { createRefreshAheadCache } from '#server/platform/cache/refresh-ahead-cache.ts'
import type { Clock } from '#server/platform/clock.ts'
import { chain, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import { galleryPath, type OwnDomain } from '#server/viewer.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import { hostOf, mayBeDomain } from './domain-host.ts'
import { type DomainRecord, isStillHeld, lapseCutoff } from './domain-state.ts'
import { type DomainRepository, parseOwnerDomain } from './domains.repository.ts'

type Dependencies = {
  domains: Pick<DomainRepository, 'find' | 'findHeld'>
  planOf: (userId: string) => Promise<CatalogPlan>
  invalidation: Invalidation
  clock: Clock
  publicUrl: string
  graceDays: number
}

type Entry = { host: string; held: (DomainRecord & { isAllowed: boolean }) | undefined }

/** Hosts that aren't domains are cached too, so this limits what requests with made-up hosts can use. */
const maxKnownHosts = 5000

/** A domain has the scheme and port of the public URL. */
function createDomainOrigin(publicUrl: string) {
  const { protocol, port } = new URL(publicUrl)
  return (host: string) => `${protocol}//${host}${port && `:${port}`}`
}

export function createServedDomains(dependencies: Dependencies) {
  const { domains, planOf, invalidation, clock, publicUrl, graceDays } = dependencies
  const { host: publicHost, hostname: publicName } = new URL(publicUrl)
  const originOf = createDomainOrigin(publicUrl)

  async function read(host: string): Promise<Entry> {
    const held = await domains.findHeld(host)
    if (!held?.isOwnerActive) return { host, held: undefined }
    const { allows } = await planOf(held.userId)
    return { host, held: { ...held, isAllowed: allows.ownDomain } }
  }

  const cache = createRefreshAheadCache<Entry>({
    name: 'domains',
    read,
    linkIdOf: ({ host }) => host,
    invalidation,
    clock,
    maxSize: maxKnownHosts,
    sizeOf: () => 1,
  })

  function toServed(entry: Entry | undefined): OwnDomain | undefined {
    const held = entry?.held
    if (!held || !isStillHeld(held, () => lapseCutoff(clock.now(), graceDays))) return undefined
    return { host: held.host, origin: originOf(held.host), ownerId: held.userId, isPaused: !held.isAllowed }
  }

  return {
    /** Finds the working or paused domain that a request is for, by its Host header. */
    find(header: string | undefined): ReadyOrLazy<OwnDomain | undefined> {
      if (header === undefined || header === publicHost) return undefined
      const host = hostOf(header)
      if (host === publicName || !mayBeDomain(host)) return undefined
      return chain(cache.find(host), toServed)
    },

    /** The URL of the owner's galleries if they have a working domain. */
    async findOrigin(ownerId: string) {
      const held = await domains.find(ownerId)
      if (!held || !isStillHeld(held, () => lapseCutoff(clock.now(), graceDays))) return undefined
      return (await planOf(ownerId)).allows.ownDomain ? originOf(held.host) : undefined
    },
  }
}
export type ServedDomains = ReturnType<typeof createServedDomains>

/** Creates the function for the URL that a link is shared with. `domain` is what `ownerDomain` selects. */
export function createShareUrls({ publicUrl, graceDays }: { publicUrl: string; graceDays: number }) {
  const originOf = createDomainOrigin(publicUrl)
  return (link: { slug: string; domain: string | null }, plan: CatalogPlan | undefined, now: Date) => {
    const held = link.domain === null || !plan?.allows.ownDomain ? undefined : parseOwnerDomain(link.domain)
    const domain = held && isStillHeld(held, () => lapseCutoff(now, graceDays)) ? held : undefined
    return (domain ? originOf(domain.host) : publicUrl) + galleryPath(link.slug, domain)
  }
}
export type ShareUrlOf = ReturnType<typeof createShareUrls>

/** The origin of an owner's galleries: their domain, or our own host. */
export type OriginOf = (ownerId: string) => Promise<string>
