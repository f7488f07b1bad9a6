import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient } from '#test/support/client.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Findings, type Outcome, quantile } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom, type Random } from './random.ts'

const networks = 64
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const hexadecimal = '0123456789abcdef'

const textOf = (random: Random, alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[random.between(0, alphabet.length - 1)]).join('')

/** Half the guesses look like custom slugs, the other half like random IDs. */
const guessSlug = (random: Random) =>
  random() < 0.5
    ? `${textOf(random, letters, random.between(3, 12))}`
    : textOf(random, `${letters}${letters.toUpperCase()}_-`, 22)

const guessToken = (random: Random) =>
  random() < 0.5 ? textOf(random, hexadecimal, 64) : textOf(random, `${letters}${letters.toUpperCase()}_-`, 43)

type Guess = (client: Client, random: Random) => Promise<{ status: number }>
const guesses: Record<'slugs' | 'reset tokens', Guess> = {
  slugs: (client, random) => client.get(`/api/links/slug/${guessSlug(random)}`),
  'reset tokens': (client, random) =>
    client.call('PUT', `/api/auth/resetpassword/${guessToken(random)}`, { json: { password: 'taken-over-1' } }),
}

type Options = { what: keyof typeof guesses; many: number; backend: Backend; seed: number }

/** Tries random slugs or reset tokens from many networks. Every guess must fail, at least half with a 429. */
export const guessSlugsOrTokens = ({ what, many, backend, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const owner = await createOwner(product.client)
    const statuses = new Map<number, number>()
    let begun = 0
    let isOver = false
    const looks = owner.lookUntil(() => isOver, findings)
    await Promise.all(
      Array.from({ length: networks }, async (_, n) => {
        const random = createRandom(seed + n)
        const client = createClient(product.client.url, `127.0.4.${n + 1}`)
        while (begun++ < many) {
          noteProgress('guess', begun, many)
          const { status } = await guesses[what](client, random)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }),
    )
    isOver = true
    const times = await looks
    const done = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    for (const status of statuses.keys())
      if (![400, 404, 429].includes(status)) findings.note(`a guess returned ${status}`)
    await owner.expectIn(findings)
    findings.expectCount('guesses', done, many)
    findings.expectAtLeast('rate-limited guesses', statuses.get(429) ?? 0, many / 2)
    findings.expectAtLeast("the owner's requests", times.length, 20)
    findings.noteAll(product.crashes)
    const told = [...statuses].map(([status, count]) => `${count} x ${status}`).join(' ')
    return {
      seed,
      problems: findings.problems,
      counts: {
        ...{ backend, what, guesses: done, networks, responses: told, "the owner's requests": times.length },
        'their median and slowest ms': `${quantile(times)}, ${quantile(times, 1)}`,
      },
    }
  })

async function createOwner(client: Client) {
  const { email, password, token, ...person } = await client.aUser()
  const link = await client.aLink({ ...person, email, password, token }, { slug: 'our-summer' })
  await client.anImage(link, await aSmallPicture())
  const logIn = () => client.call('POST', '/api/auth/login', { json: { email, password } })
  return {
    async lookUntil(isOver: () => boolean, findings: Findings) {
      const times: number[] = []
      while (!isOver()) {
        const answers = [await client.get('/api/links', token), await client.get(`/api/links/slug/${link.slug}`)]
        for (const { status, ms } of answers) {
          if (status !== 200) findings.note(`the owner got ${status}`)
          times.push(ms)
        }
        await delay(50)
      }
      return times
    },
    async expectIn(findings: Findings) {
      const { status } = await logIn()
      if (status !== 200) findings.note(`the owner's login returned ${status}`)
    },
  }
}
