import { plans } from '#shared/plans.ts'
import type { Answer, Client, Person, TestLink } from '#test/support/client.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Outcome } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom, type Random } from './random.ts'

/** More uploads could hit the concurrency limit, which isn't a race. */
const uploadsAtOnce = 2
/** The Free plan's limit, which the account's image count keeps crossing. */
const edge = plans.free.imageLimit

type Options = { backend: Backend; rounds: number; seed: number }
/** `images` maps each known image to its link. */
type Account = { owner: Person; links: TestLink[]; images: Map<string, string> }

const expected = new Set([200, 201, 403, 404, 409, 429])

/**
 * Runs concurrent uploads, deletes and plan changes on one account. After each round, the counters must equal a
 * recount.
 */
export const raceForCounters = ({ backend, rounds, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const { product, inspector } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const { client } = product
    // The first account is the administrator and can change plans.
    const administrator = await client.aUser()
    const account = await anAccount(client)
    const picture = await aSmallPicture()
    const statuses = new Map<number, number>()
    const granted = ['free', 'gold'] as const
    let done = 0

    for (; done < rounds; done++) {
      noteProgress('round', done + 1, rounds)
      const link = random.pick(account.links)
      const calls: Promise<Answer>[] = [
        ...Array.from({ length: uploadsAtOnce }, () => client.upload(link, picture, { isCover: random() < 0.5 })),
        ...Array.from({ length: account.images.size > edge ? 3 : 1 }, () => deleteSomething(client, account, random)),
        client.call('PUT', `/api/admin/users/${account.owner.id}`, {
          token: administrator.token,
          json: { plan: random.pick(granted) },
        }),
      ]
      if (random() < 0.05) calls.push(replaceLink(client, account, link))
      for (const { status, body } of await Promise.all(calls)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (!expected.has(status)) findings.note(`round ${done + 1}: ${status} ${body?.error}`)
        if (status === 201 && body.data.thumbnailUrl) account.images.set(body.data._id, link._id)
      }
      findings.noteAll(await inspector.findRowFaults(), `round ${done + 1}: `)
    }

    if (!(await inspector.waitForSweep())) findings.note("the sweep didn't finish")
    findings.noteAll(await inspector.findFaults())
    findings.noteAll(product.crashes)
    findings.expectCount('rounds', done, rounds)
    findings.expectAtLeast('uploads stored', statuses.get(201) ?? 0, rounds / 4)
    // In short runs, all uploads may succeed.
    findings.expectAtLeast('uploads rejected after a downgrade', statuses.get(403) ?? 0, rounds < 100 ? 0 : 1)
    const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status}`)
    return { seed, problems: findings.problems, counts: { backend, rounds: done, responses: told.join(' ') } }
  })

async function anAccount(client: Client): Promise<Account> {
  const owner = await client.aUser()
  const links = [await client.aLink(owner), await client.aLink(owner), await client.aLink(owner)]
  const picture = await aSmallPicture()
  const images = new Map<string, string>()
  for (let made = 0; made < edge + 2; made++) {
    const link = links[made % links.length] as TestLink
    images.set((await client.anImage(link, picture))._id, link._id)
  }
  return { owner, links, images }
}

/** Deletes one or more images, sometimes one that another call deletes at the same time. */
function deleteSomething(client: Client, { owner, images }: Account, random: Random) {
  const { token } = owner
  const isMany = images.size > edge + 10
  const some = Array.from({ length: isMany ? 3 : 1 }, () => random.pick([...images.keys()]) ?? 'none')
  for (const id of some) if (random() < 0.7) images.delete(id)
  return some.length === 1
    ? client.del(`/api/images/${some[0]}`, token)
    : client.call('POST', '/api/images/bulk', { token, json: { action: 'delete', imageIds: [...new Set(some)] } })
}

async function replaceLink(client: Client, account: Account, link: TestLink) {
  const gone = await client.del(`/api/links/${link._id}`, account.owner.token)
  const made = await client.call('POST', '/api/links', { token: account.owner.token, json: { title: 'Another' } })
  for (const [id, linkId] of account.images) if (linkId === link._id) account.images.delete(id)
  account.links = account.links.filter(({ _id }) => _id !== link._id)
  if (made.status === 201) account.links.push({ ...made.body.data, owner: account.owner })
  // After a downgrade, no links can be created, so the race continues with the remaining ones.
  return account.links.length > 0 ? gone : made
}
