import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { createRefreshAheadCache } from '#server/platform/cache/refresh-ahead-cache.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import { chain, LazyPromise, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { passLetters } from '#server/viewer.ts'
import { isLive, isOpenToAll, type LinkFacts, type Pass, passLifetimeMs } from './link-access.ts'
import type { PassRepository } from './passes.repository.ts'

type Dependencies = { passes: PassRepository; invalidation: Invalidation; clock: Clock }

export type PassGrant = { passwordVersion: number } | { invitationId: string } | { guestId: string }

/** A browser keeps at most this many passes. */
const maxHeld = 20

/** Update `last_used_at` and the cookie at most this often, so reads rarely write. */
const renewAfterMs = days(1)

const maxCached = 20_000

const removeBatchSize = 200

const isOfInvitation = (token: string) => token.startsWith(passLetters.invitation)

/** Each pass is an opaque token for one link. The database stores only hashes. */
export function createPassService({ passes, invalidation, clock }: Dependencies) {
  const known = createRefreshAheadCache<Pass>({
    name: 'passes',
    read: passes.find,
    linkIdOf: ({ linkId }) => linkId,
    invalidation,
    clock,
    maxSize: maxCached,
    sizeOf: () => 1,
  })
  /** A token always maps to the same pass, so these entries don't need invalidation. */
  const identities = new LRUCache<string, { id: string; linkId: string }>({ max: maxCached })

  /** Returns the passes in the order of the tokens, including expired ones. */
  function identify(tokens: readonly string[]) {
    const hashes = tokens.map(hashToken)
    const unknown = hashes.filter((hash) => !identities.has(hash))
    return chain(unknown.length > 0 ? new LazyPromise(() => readIdentities(unknown)) : undefined, () =>
      hashes.flatMap((hash, n) => {
        const identity = identities.get(hash)
        return identity ? [{ ...identity, token: tokens[n] ?? '' }] : []
      }),
    )
  }

  async function readIdentities(hashes: string[]) {
    for (const { tokenHash, ...identity } of await passes.listByHash(hashes)) identities.set(tokenHash, identity)
  }

  function findFirstLive([id, ...others]: string[], link: LinkFacts): ReadyOrLazy<Pass | undefined> {
    if (id === undefined) return undefined
    return chain(known.find(id), (pass) =>
      pass && isLive(pass, link, clock.now()) ? pass : findFirstLive(others, link),
    )
  }

  function findFirstGuest([id, ...others]: string[]): ReadyOrLazy<Pass | undefined> {
    if (id === undefined) return undefined
    return chain(known.find(id), (pass) => (pass?.guestId ? pass : findFirstGuest(others)))
  }

  function isAnyBlocked([id, ...others]: string[]): ReadyOrLazy<boolean> {
    if (id === undefined) return false
    return chain(known.find(id), (pass) => pass?.isBlocked || isAnyBlocked(others))
  }

  /** Keeps the order of the tokens and includes passes that no longer open the link. */
  const listIds = (link: LinkFacts, tokens: readonly string[]) =>
    chain(identify(tokens), (held) => held.flatMap(({ id, linkId }) => (linkId === link.id ? [id] : [])))

  const isDue = ({ lastUsedAt }: Pick<Pass, 'lastUsedAt'>) =>
    Date.parse(lastUsedAt) + renewAfterMs < clock.now().getTime()

  function isSameGrant({ invitation, passwordVersion }: Pass, grant: PassGrant) {
    if ('invitationId' in grant) return invitation?.id === grant.invitationId
    return 'passwordVersion' in grant && passwordVersion === grant.passwordVersion
  }

  return {
    /** Returns the first pass that opens the link. If the link is open to all, only invitation passes count. */
    findFor(link: LinkFacts, tokens: readonly string[]): ReadyOrLazy<Pass | undefined> {
      const useful = isOpenToAll(link, clock.now()) ? tokens.filter(isOfInvitation) : tokens
      if (useful.length === 0) return undefined
      const found = chain(listIds(link, useful), (ids) => findFirstLive(ids, link))
      return chain(found, (pass) => (pass && isDue(pass) ? new LazyPromise(() => markUsed(pass)) : pass))
    },

    listIds,

    /** Returns the first pass that identifies a guest, even if it doesn't open the link. */
    findGuest: (link: LinkFacts, tokens: readonly string[]) => chain(listIds(link, tokens), findFirstGuest),

    /** True if the owner has blocked the guest of one of these passes. */
    isBlocked: (link: LinkFacts, tokens: readonly string[]) => chain(listIds(link, tokens), isAnyBlocked),

    /** Finds the pass that a URL is signed for. The caller still has to check access. */
    find: known.find,

    isDue,

    /**
     * Grants a pass, or reuses one with the same grant, and returns the browser's full list of passes. Passes that no
     * longer open the link are dropped from it, but the granted pass takes over their guest.
     */
    async open(link: LinkFacts, grant: PassGrant, held: readonly string[]) {
      const holding = await identify(held)
      const ofLink = holding.filter(({ linkId }) => linkId === link.id)
      const others = holding.filter(({ linkId }) => linkId !== link.id).map(({ token }) => token)
      const live: { pass: Pass; token: string }[] = []
      for (const { id, token } of ofLink) {
        const pass = await known.find(id)
        if (pass && isLive(pass, link, clock.now())) live.push({ pass, token })
      }
      const same = live.find(({ pass }) => isSameGrant(pass, grant))
      const { id, token } = same ? { id: same.pass.id, token: same.token } : await insert(link, grant)
      const guestId = await passes.findGuestId(ofLink.map((each) => each.id))
      if (guestId) await passes.setGuest(id, guestId)
      const kept = live.map((each) => each.token).filter((each) => each !== token)
      return { id, token, held: [token, ...kept, ...others].slice(0, maxHeld) }
    },

    async removeUnused() {
      const instant = instantIn(clock, -passLifetimeMs)
      while ((await passes.removeUnusedSince(instant, removeBatchSize)) === removeBatchSize) await nextTurnOfEventLoop()
    },
  }

  async function markUsed(pass: Pass) {
    await passes.updateLastUsed(pass.id, instantNow(clock))
    return pass
  }

  async function insert(link: LinkFacts, grant: PassGrant) {
    const kind = 'invitationId' in grant ? 'invitation' : 'guestId' in grant ? 'guest' : 'password'
    const token = passLetters[kind] + newToken()
    const pass = {
      id: newId(),
      tokenHash: hashToken(token),
      linkId: link.id,
      invitationId: 'invitationId' in grant ? grant.invitationId : null,
      passwordVersion: 'passwordVersion' in grant ? grant.passwordVersion : null,
      guestId: 'guestId' in grant ? grant.guestId : null,
    }
    await passes.insert(pass, instantNow(clock))
    return { id: pass.id, token }
  }
}
export type PassService = ReturnType<typeof createPassService>
