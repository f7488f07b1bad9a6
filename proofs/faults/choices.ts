import { setTimeout as delay } from 'node:timers/promises'
import type { Client, TestLink } from '#test/support/client.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { createRandom, type Random } from './random.ts'

const atOnce = 64
const limit = 5

async function aChoosingLink(client: Client, pictures: number, fields: object) {
  const link = await client.aLink(await client.aUser(), { choosing: 'on', ...fields })
  const picture = await aSmallPicture()
  const ids: string[] = []
  for (let n = 0; n < pictures; n++) ids.push((await client.anImage(link, picture))._id)
  return { link, ids }
}

const put = (client: Client, imageId: string, chosen: boolean, pass?: string) =>
  client.call('PUT', `/api/images/${imageId}/choice`, { json: { chosen }, ...withPass(pass) })

const withPass = (pass?: string) => (pass === undefined ? {} : { headers: { 'x-framelight-pass': pass } })

async function readChoice(client: Client, link: TestLink, pass: string): Promise<string[]> {
  const answer = await client.call('GET', `/api/links/slug/${link.slug}/choice`, withPass(pass))
  return answer.body.data.imageIds
}

type AtOnce = { backend: Backend; rounds: number; seed: number }

/** A visitor who can add one more favorite adds 64 at the same time. Exactly one must be accepted. */
export const chooseAtOnce = ({ backend, rounds, seed }: AtOnce): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const { client } = product
    const { link, ids } = await aChoosingLink(client, atOnce + limit - 1, { choiceLimit: limit })
    let refused = 0
    for (let round = 1; round <= rounds; round++) {
      const first = await put(client, ids[0] ?? '', true)
      const { pass } = first.body.data
      for (const id of ids.slice(1, limit - 1)) await put(client, id, true, pass)
      const answers = await Promise.all(ids.slice(limit - 1).map((id) => put(client, id, true, pass)))
      const taken = answers.filter(({ status }) => status === 200).length
      refused += answers.filter(({ body }) => body.code === 'CHOICE_LIMIT').length
      const kept = (await readChoice(client, link, pass)).length
      if (taken !== 1 || kept !== limit)
        findings.note(`round ${round}: ${taken} of ${atOnce} were accepted, ${kept} are stored`)
    }
    findings.expectCount('hearts refused', refused, rounds * (atOnce - 1))
    findings.noteAll(product.crashes)
    return { seed, problems: findings.problems, counts: { rounds, 'hearts at once': atOnce, refused } }
  })

type Kills = { backend: Backend; kills: number; guests?: number; seed: number }

/** Kills the server while guests pick favorites. Acknowledged additions and removals must survive. */
export const killWhileChoosing = ({ backend, kills, guests: many = 8, seed }: Kills): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const { product } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const { client } = product
    const { link, ids } = await aChoosingLink(client, 12, {})
    const guests = await Promise.all(
      Array.from({ length: many }, (_, n) =>
        createGuest({ client, link, ids, random: createRandom(seed + n), findings }),
      ),
    )
    const sum = (name: 'acknowledged' | 'broken') => guests.reduce((total, { counts }) => total + counts[name], 0)
    let done = 0
    for (; done < kills; done++) {
      const before = sum('acknowledged')
      const working = guests.map((guest) => guest.work())
      // Wait until requests are in flight, even on a slow machine.
      await until(() => sum('acknowledged') >= before + many, { timeoutMs: 60_000 })
      await delay(random.between(0, 700))
      await product.kill()
      await Promise.all(working)
      await product.start()
      for (const guest of guests) await guest.check(`kill ${done + 1}`)
    }
    findings.expectAtLeast('acknowledged hearts', sum('acknowledged'), kills * many)
    findings.expectAtLeast('hearts interrupted by a kill', sum('broken'), kills)
    findings.noteAll(product.crashes)
    const counts = {
      kills: done,
      guests: many,
      'acknowledged hearts': sum('acknowledged'),
      interrupted: sum('broken'),
    }
    return { seed, problems: findings.problems, counts }
  })

type GuestOptions = { client: Client; link: TestLink; ids: string[]; random: Random; findings: Findings }

async function createGuest({ client, link, ids, random, findings }: GuestOptions) {
  const { pass } = (await put(client, ids[0] ?? '', true)).body.data
  const chosen = new Map(ids.map((id, n) => [id, n === 0]))
  const counts = { acknowledged: 1, broken: 0 }
  let unsure: string | undefined

  return {
    counts,
    async work() {
      for (;;) {
        const id = random.pick(ids)
        const wanted = !chosen.get(id)
        const answer = await put(client, id, wanted, pass).catch(() => undefined)
        if (!answer) {
          unsure = id
          counts.broken++
          return
        }
        if (answer.status !== 200) return findings.note(`a heart returned ${answer.status}`)
        chosen.set(id, wanted)
        counts.acknowledged++
      }
    },
    async check(where: string) {
      const kept = new Set(await readChoice(client, link, pass))
      for (const [id, wanted] of chosen) {
        if (id === unsure) chosen.set(id, kept.has(id))
        else if (kept.has(id) !== wanted)
          findings.note(`${where}: an acknowledged heart ${wanted ? 'is lost' : 'came back'}`)
      }
      unsure = undefined
    },
  }
}
