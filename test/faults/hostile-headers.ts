import type { Answer, Client } from './client.ts'
import { createFindings, type Outcome, quantile } from './outcome.ts'
import { createProduct } from './product.ts'
import { aSmallPicture } from './samples.ts'
import { inScope } from './scope.ts'

type Options = { requests: number; seed: number }

/** Node takes 16 KiB of headers; this leaves room for the others. */
const headerLength = 15_000
const atOnce = 5

/** Each repeats what a careless pattern would begin to match again and again, and differs so that no cache helps. */
const hostile = [
  (n: number) => ({ 'user-agent': `${fill(`${n} `, 'Android ')}Mobi` }),
  (n: number) => ({ 'user-agent': `${fill(`${n} `, 'Silk/')} Mobile` }),
  (n: number) => ({ 'user-agent': fill(`Mozilla ${n} `, '(compatible; ') }),
  (n: number) => ({ 'if-none-match': fill(`"${n}", `, 'W/"') }),
  (n: number) => ({ 'sec-purpose': fill(`${n}`, 'pre') }),
]
const fill = (start: string, part: string) => start + part.repeat((headerLength - start.length) / part.length)

/** However often one asks: on a machine that is busy with something else, an answer may take this long by itself. */
const leastMs = 150

/** A visitor's gallery and thumbnail, asked for one after the other: the longest that one took. */
async function longestOf(client: Client, paths: string[], rounds: number) {
  const times: number[] = []
  for (let n = 0; n < rounds; n++) {
    for (const path of paths) {
      const { status, ms } = await client.get(path)
      if (status !== 200) throw new Error(`${path} answers ${status}`)
      times.push(ms)
    }
  }
  return quantile(times, 0.99)
}

/** A few at a time: it is the server that is to be kept busy, not the one who measures. */
async function sendAll(count: number, send: (n: number) => Promise<Answer>) {
  const answers: Answer[] = []
  while (answers.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - answers.length) }, (_, n) => send(answers.length + n))
    answers.push(...(await Promise.all(some)))
  }
  return answers
}

/** Headers as long as they may be, made to be slow to read: whoever comes meanwhile or next must not notice. */
export const sendHostileHeaders = ({ requests, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { client, crashes } = await createProduct(scope)
    const link = await client.aLink(await client.aUser())
    const image = await client.anImage(link, await aSmallPicture())
    const gallery = `/api/links/slug/${link.slug}`
    const paths = [gallery, image.thumbnailUrl]
    await longestOf(client, paths, 50)
    const quiet = await longestOf(client, paths, 50)

    const attack = sendAll(requests, (n) =>
      client.call('GET', gallery, { headers: hostile[n % hostile.length]?.(n) ?? {} }),
    )
    const meanwhile = await longestOf(client, paths, 50)
    const answers = await attack
    const { ms: next } = await client.get(gallery)
    const worst = Math.max(meanwhile, Math.round(next))
    findings.expectCount('answered', answers.filter(({ status }) => status === 200).length, requests)
    if (worst > Math.max(leastMs, 3 * quiet)) findings.note(`an answer took ${worst} ms, in quiet ${quiet} ms`)
    findings.noteAll(crashes)
    return { seed, problems: findings.problems, counts: { requests, quietMs: quiet, meanwhileMs: meanwhile, next } }
  })
