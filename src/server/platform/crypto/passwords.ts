import { hash, verify } from '@node-rs/argon2'
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts'
import { siteOf } from '../network.ts'

/** OWASP recommends these parameters for Argon2id. They're also the library's defaults. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Argon2id uses a core and 19 MiB per call, so only a few calls run at a time. The rest queue by network, so that a
 * flood from one network doesn't lock out the others.
 */
export function createPasswords({ permits = 2, maxWaiting = 200, cost = argon2id } = {}) {
  const semaphore = createFairSemaphore({ permits, maxWaiting })
  const { withPermit } = semaphore
  const decoy = hash('nobody has this password', cost)
  return {
    hash: (password: string, network = '') => withPermit(() => hash(password, cost), { key: siteOf(network) }),
    /** Without a hash, it takes just as long and returns false, so the timing doesn't reveal who has an account. */
    verify: (password: string, passwordHash: string | undefined, network = '', signal?: AbortSignal) =>
      withPermit(async () => (await verify(passwordHash ?? (await decoy), password)) && passwordHash !== undefined, {
        key: siteOf(network),
        signal,
      }),
    get waiting() {
      return semaphore.waiting
    },
  }
}
export type Passwords = ReturnType<typeof createPasswords>
