import { signUp } from './arrange.ts'
import type { Product } from './product.ts'
import { type Line, median, within } from './results.ts'

/** Each is asked five times at the most: after that no more mails go out, and there would be nothing to notice. */
const accounts = 200

/** What somebody learns who asks for addresses with and without an account and looks at the clock: nothing. */
export async function measureLoginTiming(product: Product, random: () => number): Promise<Line[]> {
  const emailOf = (isKnown: boolean, turn: number) =>
    `${isKnown ? 'somebody' : 'not-here'}-${String(turn % accounts).padStart(3, '0')}@example.com`
  let asked = 0
  /** Nobody asks twice from one place, or the limits on hammering would answer. */
  const elsewhere = () => `2001:db8:${(++asked).toString(16)}::1`
  for (let turn = 0; turn < accounts; turn++) await signUp(product, emailOf(true, turn), elsewhere())

  async function compare(what: string, pairs: number, path: string, status: number, fields: object): Promise<Line> {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let turn = -10; turn < pairs; turn++) {
      // Which of a pair comes first is left to chance: what the one leaves to do must not always meet the other.
      const isKnownFirst = random() < 0.5
      for (const isKnown of [isKnownFirst, !isKnownFirst]) {
        const body = { email: emailOf(isKnown, Math.abs(turn)), ...fields }
        const startedAt = performance.now()
        const answer = await product.call('POST', path, { body, from: elsewhere() })
        const ms = performance.now() - startedAt
        if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
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
