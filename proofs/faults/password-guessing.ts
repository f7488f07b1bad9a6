import { setTimeout as delay } from 'node:timers/promises'
import type { ActivityEvent } from '#shared/activity.ts'
import { type Client, createClient, type TestLink } from '#test/support/client.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Findings, type Outcome, quantile } from './outcome.ts'

const password = 'four words of ours'
/** The limit on wrong passwords per link and network in 15 minutes, from docs/security.md. */
const triesOfNetwork = 10
/** The owner is notified after this many wrong passwords within an hour. */
const manyWrong = 300
const networksAtOnce = 10

type Options = { backend: Backend; guesses: number; networks: number; seed: number }

/**
 * Guesses a link's password from many networks. Each network gets a limited number of attempts, and other visitors must
 * not be affected.
 */
export const guessPasswords = ({ backend, guesses, networks, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const { client } = product
    const link = await client.aLink(await client.aUser(), { password })
    const others = await createOthers(client, link)
    const each = Math.floor(guesses / networks)

    let isOver = false
    const waits = others.lookUntil(() => isOver, findings)
    const statuses: number[] = []
    for (let first = 0; first < networks; first += networksAtOnce) {
      const some = Array.from({ length: Math.min(networksAtOnce, networks - first) }, (_, n) => first + n)
      const answers = await Promise.all(some.map((network) => guessFrom(client, link, network, each, findings)))
      statuses.push(...answers.flat())
    }
    isOver = true
    const times = await waits

    const wrong = networks * Math.min(each, triesOfNetwork)
    const count = (status: number) => statuses.filter((seen) => seen === status).length
    findings.expectCount('guesses', statuses.length, networks * each)
    findings.expectCount('wrong passwords', count(403), wrong)
    findings.expectCount('rejected without a check', count(429), networks * each - wrong)
    const { body } = await client.get('/api/activity', link.owner.token)
    const told = body.data.filter(({ kind }: ActivityEvent) => kind === 'guessing').length
    findings.expectCount('notifications to the owner', told, wrong >= manyWrong ? 1 : 0)
    findings.expectAtLeast('requests by others', times.length, 10)
    findings.noteAll(product.crashes)
    return {
      seed,
      problems: findings.problems,
      counts: {
        backend,
        guesses: statuses.length,
        wrong: count(403),
        refused: count(429),
        notifications: told,
        'requests by others': times.length,
        'their median and slowest ms': `${quantile(times)}, ${quantile(times, 1)}`,
      },
    }
  })

const unlock = (client: Client, link: TestLink, tried: string) =>
  client.call('POST', `/api/links/slug/${link.slug}/unlock`, { json: { password: tried } })

/** Sends all guesses concurrently, to try to get past the counter. */
async function guessFrom({ url }: Client, link: TestLink, network: number, many: number, findings: Findings) {
  const client = createClient(url, `127.0.1.${network + 1}`)
  const answers = await Promise.all(Array.from({ length: many }, (_, n) => unlock(client, link, `guess ${n} of many`)))
  const right = await unlock(client, link, password)
  if (many >= triesOfNetwork && right.status !== 429)
    findings.note(`the right password wasn't rejected: ${right.status}`)
  return answers.map(({ status }) => status)
}

async function createOthers(client: Client, link: TestLink) {
  const { token } = link.owner
  const image = await client.anImage(link, await aSmallPicture())
  const invited = await client.call('POST', `/api/links/${link._id}/invitations`, { token, json: { name: 'Anna' } })
  const entered = await client.get(new URL(invited.body.data.url).pathname)
  const cookie = String(entered.headers['set-cookie']).split(';', 1)[0] ?? ''
  const { pass } = (await unlock(client, link, password)).body.data
  const withPass = { headers: { 'x-framelight-pass': pass } }
  const { thumbnailUrl } = (await client.call('GET', `/api/images/${image._id}`, withPass)).body.data
  const slug = `/api/links/slug/${link.slug}`
  const newcomer = createClient(client.url, '127.0.2.1')

  const looks = {
    owner: () => client.get(slug, token),
    'visitor who unlocked it': () => client.call('GET', slug, withPass),
    'saved URL': () => client.get(thumbnailUrl),
    invitation: () => client.call('GET', slug, { headers: { cookie } }),
    newcomer: () => unlock(newcomer, link, password),
  }

  return {
    async lookUntil(isOver: () => boolean, findings: Findings) {
      const times: number[] = []
      const repeat = async ([who, look]: [string, () => ReturnType<Client['get']>]) => {
        while (!isOver()) {
          const { status, ms } = await look()
          if (status !== 200) findings.note(`${who}: ${status}`)
          times.push(ms)
          await delay(50)
        }
      }
      await Promise.all(Object.entries(looks).map(repeat))
      return times
    },
  }
}
