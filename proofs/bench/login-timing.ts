import { signUp } from './arrange.ts'
import type { Product } from './product.ts'
import { type Line, median, within } from './results.ts'

/**
 * Few of these accounts exceed five reset requests. Further requests don't send an email, which would skew the timing.
 */
const accounts = 200

/** Response times must not reveal whether an account exists. */
export async function measureLoginTiming(product: Product, random: () => number): Promise<Line[]> {
  const emailOf = (isKnown: boolean, turn: number) =>
    `${isKnown ? 'somebody' : 'not-here'}-${String(turn % accounts).padStart(3, '0')}@example.com`
  let asked = 0
  /** Each request uses a new IP address to avoid rate limits. */
  const newIp = () => `2001:db8:${(++asked).toString(16)}::1`
  for (let turn = 0; turn < accounts; turn++) await signUp(product, emailOf(true, turn), newIp())

  async function compare(what: string, pairs: number, path: string, status: number, fields: object): Promise<Line> {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let turn = -10; turn < pairs; turn++) {
      // The order is random, so leftover work from one request doesn't always slow down the same kind.
      const isKnownFirst = random() < 0.5
      for (const isKnown of [isKnownFirst, !isKnownFirst]) {
        const body = { email: emailOf(isKnown, Math.abs(turn)), ...fields }
        const startedAt = performance.now()
        const answer = await product.call('POST', path, { body, from: newIp() })
        const ms = performance.now() - startedAt
        if (answer.status !== status) throw new Error(`${path} returned ${answer.status}: ${answer.text}`)
        if (turn >= 0) times[isKnown ? 'known' : 'unknown'].push(ms)
      }
    }
    console.log(`${what}: ${pairs} calls each`)
    return within(`${what}, known : unknown`, median(times.known), median(times.unknown), 0.05)
  }

  return [
    await compare('wrong login', 150, '/api/auth/login', 401, { password: 'not-the-password' }),
    await compare('forgot password', 1000, '/api/auth/forgotpassword', 200, {}),
  ]
}
