import { setTimeout as delay } from 'node:timers/promises'
import type { Client, TestLink } from '#test/support/client.ts'
import { createProduct } from '#test/support/product.ts'
import { inScope } from '#test/support/scope.ts'
import { createFindings, type Outcome } from './outcome.ts'
import { createRandom } from './random.ts'

/** A kill can lose counts from the last second, but no older ones. */
const mayBeLostMs = 1000
const gapMs = 5

/**
 * Kills the server while visitors arrive. Counts older than a second must survive, and visits must not be counted
 * twice.
 */
export const killWhileCounting = ({ kills, seed }: { kills: number; seed: number }): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const product = await createProduct(scope, { settings: { TRUST_PROXY: 'true' } })
    const { client } = product
    const link = await client.aLink(await client.aUser())
    let done = 0
    let came = 0
    let lost = 0
    let counted = 0

    while (done < kills) {
      const visits = sendVisitors(client, link, came)
      await delay(random.between(1500, 3500))
      const killedAt = performance.now()
      await product.kill()
      const { sent, answeredAt } = await visits.stop()
      const safe = answeredAt.filter((at) => at < killedAt - mayBeLostMs).length
      came += sent
      done++
      await product.start()
      const views = await readViews(client, link)
      const fresh = views - counted
      if (fresh < safe) findings.note(`kill ${done}: ${fresh} counted of ${safe} visits older than a second`)
      if (fresh > sent) findings.note(`kill ${done}: ${fresh} counted of ${sent} visits`)
      lost += sent - fresh
      counted = views
    }
    findings.noteAll(product.crashes)
    findings.expectCount('kills', done, kills)
    findings.expectAtLeast('visitors', came, kills * 50)
    return { seed, problems: findings.problems, counts: { kills: done, visitors: came, counted, lost } }
  })

const readViews = async (client: Client, link: TestLink): Promise<number> =>
  (await client.get(`/api/links/${link._id}`, link.owner.token)).body.data.views

function sendVisitors(client: Client, link: TestLink, before: number) {
  const answeredAt: number[] = []
  let sent = 0
  let isStopped = false
  const sending = (async () => {
    while (!isStopped) {
      const who = before + ++sent
      const headers = { 'x-forwarded-for': `10.${who >> 16}.${(who >> 8) & 255}.${who & 255}` }
      const answer = await client.call('GET', `/api/links/slug/${link.slug}`, { headers }).catch(() => undefined)
      if (!answer) return
      if (answer.status === 200) answeredAt.push(performance.now())
      await delay(gapMs)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await sending
      return { sent, answeredAt }
    },
  }
}
