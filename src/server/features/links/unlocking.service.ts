import { isAskingForPassword, type LinkFacts } from '#server/features/access/link-access.ts'
import type { PassService } from '#server/features/access/passes.service.ts'
import type { EventService } from '#server/features/activity/events.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createGuessSlowdown } from '#server/platform/concurrency/guess-slowdown.ts'
import type { Log } from '#server/platform/concurrency/job.ts'
import type { Passwords } from '#server/platform/crypto/passwords.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import { AppError } from '#shared/errors.ts'
import type { LinkRepository } from './links.repository.ts'

type Dependencies = {
  links: LinkRepository
  passes: PassService
  passwords: Passwords
  rateLimits: RateLimits
  events: EventService
  clock: Clock
  log: Log
}

/** `signal` aborts when the client disconnects. */
type Attempt = { password: string; network: string; passTokens: readonly string[]; signal?: AbortSignal | undefined }

export function createUnlockingService(dependencies: Dependencies) {
  const { links, passes, passwords, rateLimits, events, clock, log } = dependencies
  const { unlock: tries, wrongLinkPasswords } = rateLimits
  const slowDown = createGuessSlowdown(clock)

  async function check(link: LinkFacts, { password, network, signal }: Omit<Attempt, 'passTokens'>) {
    const isUnderAttack = (await wrongLinkPasswords.retryAfterSeconds({ link: link.id })) > 0
    if (isUnderAttack) await slowDown(link.id, signal)
    const stored = await links.findPassword(link.id)
    const verify = (given: string) => passwords.verify(given, stored?.hash ?? undefined, network, signal)
    // A password copied from a message often comes with a space or a line break.
    const trimmed = password.trim()
    return { stored, isRight: (await verify(password)) || (trimmed !== password && (await verify(trimmed))) }
  }

  async function reportGuessing(link: LinkFacts) {
    log.warn({ linkId: link.id }, 'many wrong passwords tried on a link')
    await events.record({ kind: 'guessing', link })
  }

  return {
    /** Returns a pass and the browser's full list of passes, or undefined if the link has no password. */
    async unlock(link: LinkFacts, { password, network, passTokens, signal }: Attempt) {
      if (!isAskingForPassword(link, clock.now())) return undefined
      // Count before checking, so concurrent guesses can't get past the limit.
      const key = { link: link.id, network }
      const { retryAfterSeconds } = await tries.take(key)
      if (retryAfterSeconds > 0) throw tries.error(retryAfterSeconds, { retryAfterSeconds })
      const { stored, isRight } = await check(link, { password, network, signal }).catch(async (error) => {
        // The check didn't finish, for example because the queue was full, so this attempt revealed nothing.
        await tries.giveBack(key)
        throw error
      })
      if (!stored || !isRight) {
        const { count } = await wrongLinkPasswords.take({ link: link.id })
        if (count === wrongLinkPasswords.limit) await reportGuessing(link)
        throw new AppError('WRONG_PASSWORD', 'Wrong password. Check capital letters and try again.')
      }
      await tries.giveBack(key)
      // Use the version read with the hash: if the password has changed since, the pass is already invalid.
      return passes.open(link, { passwordVersion: stored.version }, passTokens)
    },
  }
}
export type UnlockingService = ReturnType<typeof createUnlockingService>
