import { hash, verify } from '@node-rs/argon2'
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts'

/** The library's default algorithm is Argon2id; these are OWASP's figures for it. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Argon2id costs a core and 19 MB for each call: only so many run at once, and the rest wait their turn, by the address
 * they come from, so that a flood from one does not keep the others out.
 */
export function createPasswords({ parallel = 2, waiting = 200 } = {}) {
  const pass = createFairSemaphore({ parallel, waiting })
  const decoy = hash('nobody has this password', argon2id)
  return {
    hash: (password: string, address = '') => pass(() => hash(password, argon2id), address),
    /** Without a hash to compare with it works just as long and says no, so that time does not tell who has an account. */
    verify: (password: string, passwordHash: string | undefined, address = '') =>
      pass(async () => (await verify(passwordHash ?? (await decoy), password)) && passwordHash !== undefined, address),
  }
}
export type Passwords = ReturnType<typeof createPasswords>
