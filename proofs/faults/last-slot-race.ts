import { plans } from '#shared/plans.ts'
import type { Answer, Client, TestLink } from '#test/support/client.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

const atOnce = 64

type Options = { backend: Backend; rounds: number; seed: number }

/** An account can add one more link or image and sends 64 concurrent requests. Exactly one must succeed, every time. */
export const raceForLastSlot = ({ backend, rounds, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product, inspector } = await createProductOn(backend, scope)
    const { client } = product
    const link = await client.aLink(await client.aUser())
    const { owner } = link
    const picture = await aSmallPicture()
    for (let made = 1; made < plans.free.imageLimit; made++) await client.anImage(link, picture)
    let asked = 0

    async function race(what: string, code: string, call: () => Promise<Answer>, pathOf: (id: string) => string) {
      const answers = await Promise.all(Array.from({ length: atOnce }, () => retryWhileBusy(call)))
      asked += answers.length
      const made = answers.filter(({ status }) => status === 201)
      const refused = answers.filter(({ status, body }) => status === 403 && body.code === code)
      findings.expectCount(`${what} created of ${atOnce}`, made.length, 1)
      findings.expectCount(`${what} rejected`, refused.length, atOnce - 1)
      for (const { body } of made) await remove(client, owner.token, pathOf(body.data._id), findings)
    }

    const makeLink = () => client.call('POST', '/api/links', { token: owner.token, json: { title: 'One more' } })
    for (let round = 0; round < rounds; round++) {
      noteProgress('round', round + 1, rounds)
      await race('links', 'LINK_LIMIT_REACHED', makeLink, (id) => `/api/links/${id}`)
      const upload = () => client.upload(link as TestLink, picture)
      await race('images', 'IMAGE_LIMIT_REACHED', upload, (id) => `/api/images/${id}`)
      findings.noteAll(await inspector.findRowFaults(), `round ${round + 1}: `)
    }
    if (!(await inspector.waitForSweep())) findings.note("the sweep didn't finish")
    findings.noteAll(await inspector.findFaults())
    findings.noteAll(product.crashes)
    findings.expectCount('calls', asked, rounds * 2 * atOnce)
    return { seed, problems: findings.problems, counts: { backend, rounds, 'at once': atOnce, calls: asked } }
  })

async function remove(client: Client, token: string, path: string, findings: Findings) {
  const { status } = await client.del(path, token)
  if (status !== 200) findings.note(`DELETE ${path} returned ${status}`)
}
