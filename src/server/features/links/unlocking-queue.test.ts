import { expect, test, vi } from 'vitest'
import type { LinkFacts } from '#server/features/access/link-access.ts'
import { AppError } from '#shared/errors.ts'
import { createStoppedClock } from '#test/support/clock.ts'
import { createUnlockingService } from './unlocking.service.ts'

type Dependencies = Parameters<typeof createUnlockingService>[0]

test("an attempt that the password queue rejects isn't counted", async () => {
  const tries = {
    take: vi.fn(async () => ({ retryAfterSeconds: 0, count: 1 })),
    giveBack: vi.fn(async () => {}),
    retryAfterSeconds: async () => 0,
  }
  const verify = vi.fn(async () => Promise.reject(new AppError('UNAVAILABLE', 'Too many wait')))
  // A rejected attempt uses only these dependencies.
  const unlocking = createUnlockingService({
    links: { findPassword: async () => ({ hash: 'a hash', version: 1 }) },
    passwords: { verify },
    rateLimits: { unlock: tries, wrongLinkPasswords: tries },
    clock: createStoppedClock(),
  } as unknown as Dependencies)
  const link = { id: 'link', ownerState: 'active', isPrivate: false, hasPassword: true, expiresAt: null } as LinkFacts
  const { signal } = new AbortController()
  const attempt = { password: 'four words of ours', network: '10.0.0.0', passTokens: [], signal }
  await expect(unlocking.unlock(link, attempt)).rejects.toThrow('Too many wait')
  expect(verify).toHaveBeenCalledWith('four words of ours', 'a hash', '10.0.0.0', signal)
  expect(tries.giveBack).toHaveBeenCalledOnce()
})
