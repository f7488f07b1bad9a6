import { hash, verify } from '@node-rs/argon2'
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts'
import { siteOf } from '../network.ts'

/** The library's default algorithm is Argon2id; these are OWASP's figures for it. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Argon2id costs a core and 19 MB for each call: only so many run at once, and the rest queue by the network they come
 * from, so that a flood from one does not keep the others out.
 */
export function createPasswords({ permits = 2, maxWaiting = 200, cost = argon2id } = {}) {
  const semaphore = createFairSemaphore({ permits, maxWaiting })
  const { withPermit } = semaphore
  const decoy = hash('nobody has this password', cost)
  return {
    hash: (password: string, network = '') => withPermit(() => hash(password, cost), { key: siteOf(network) }),
    /** Without a hash to compare with it works just as long and says no, so that time does not tell who has an account. */
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
