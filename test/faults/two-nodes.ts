import { setTimeout as delay } from 'node:timers/promises'
import type { Image } from '#shared/images.ts'
import type { Client, Person, TestLink } from './client.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { createPostgresAndS3 } from './postgres-and-s3.ts'
import { createProduct } from './product.ts'
import { aSmallPicture } from './samples.ts'
import { inScope } from './scope.ts'

const barMs = 1000
const requestsAfterBar = 3
const pauseMs = 10

type Closing = 'made private' | 'expired' | 'deleted' | 'logged out'
const closings: Closing[] = ['made private', 'expired', 'deleted', 'logged out']

/** How each says that it is closed; anything else would only look so. */
const closedStatuses: Record<Closing, number[]> = {
  'made private': [403],
  expired: [410],
  // Asked for again and again, a slug that names nothing is a guess.
  deleted: [404, 429],
  'logged out': [401, 403],
}

type Target = { address: string; token?: string }
type Nodes = { a: Client; b: Client }

/** What one node closes is closed at the other within a second: saved addresses of pictures, pages, and calls. */
export const closeOnOtherNode = ({ rounds, seed }: { rounds: number; seed: number }): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { settings, inspector } = await createPostgresAndS3(scope)
    // The second begins when the first has made the tables.
    const first = await createProduct(scope, { settings })
    const second = await createProduct(scope, { settings })
    const nodes = { a: first.client, b: second.client }
    const watched = new Map<Closing, Watched[]>(closings.map((closing) => [closing, []]))

    for (let round = 0; round < rounds; round++) {
      await Promise.all(
        closings.map(async (closing) => {
          watched.get(closing)?.push(...(await watchClosing(nodes, closing, findings)))
        }),
      )
    }
    findings.noteAll([...first.crashes, ...second.crashes])
    if (!(await inspector.waitForSweep())) findings.note('the sweep did not come to an end')
    findings.noteAll(await inspector.findFaults())
    const all = [...watched.values()].flat()
    findings.expectAtLeast('addresses watched', all.length, rounds * closings.length * 3)
    return {
      seed,
      problems: findings.problems,
      counts: {
        rounds,
        'addresses watched': all.length,
        requests: all.reduce((total, { requests }) => total + requests, 0),
        ...Object.fromEntries(
          [...watched].map(([closing, some]) => [
            `${closing}: last open after ms`,
            Math.round(Math.max(...some.map(({ lastOpenMs }) => lastOpenMs))),
          ]),
        ),
      },
    }
  })

async function watchClosing({ a, b }: Nodes, closing: Closing, findings: Findings) {
  const owner = await a.aUser()
  const link = await a.aLink(owner, { isPrivate: closing === 'logged out' })
  const image = await a.anImage(link, await aSmallPicture())
  const targets = closing === 'logged out' ? ownersTargets(image, link, owner) : visitorsTargets(image, link)
  const watch = createWatch(b, targets)
  try {
    // Node B has answered each of them and keeps it ready when the end comes.
    await watch.untilAllOpen()
    return judge(closing, await watch.end(await close(a, closing, link)), findings)
  } finally {
    watch.stop()
  }
}

function judge(closing: Closing, results: Watched[], findings: Findings) {
  for (const { address, lastOpenMs, statuses } of results) {
    if (lastOpenMs > barMs) findings.note(`${closing}: ${address} was open ${Math.round(lastOpenMs)} ms later`)
    const odd = statuses.filter((status) => status !== 200 && !closedStatuses[closing].includes(status))
    if (odd.length > 0) findings.note(`${closing}: ${address} answered ${odd}`)
  }
  return results
}

const visitorsTargets = (image: Image, link: TestLink): Target[] => [
  { address: image.thumbnailUrl },
  { address: image.url as string },
  { address: `/api/links/slug/${link.slug}` },
  { address: `/api/links/${link._id}` },
  { address: `/api/links/${link._id}/images` },
  { address: `/api/images/${image._id}` },
  { address: `/media/${image._id}/card.jpg` },
  { address: `/links/${link.slug}` },
  { address: `/images/${image._id}` },
  { address: `/api/links/slug/${link.slug}/download` },
]

const ownersTargets = (image: Image, link: TestLink, { token }: Person): Target[] => [
  { address: image.thumbnailUrl },
  { address: image.url as string },
  { address: `/api/links/slug/${link.slug}`, token },
  { address: `/api/links/${link._id}`, token },
  { address: `/api/images/${image._id}/original`, token },
  { address: `/api/links/slug/${link.slug}/download`, token },
]

/** The instant from which it is closed, by the clock of this process. */
async function close(a: Client, closing: Closing, link: TestLink, leadMs = barMs): Promise<number> {
  const { token } = link.owner
  const path = `/api/links/${link._id}`
  const expiresAt = Date.now() + leadMs
  const expiry = { json: { expiresAt: new Date(expiresAt).toISOString() } }
  const answer = await {
    'made private': () => a.call('PUT', path, { token, json: { isPrivate: true } }),
    expired: () => a.call('PUT', path, { token, ...expiry }),
    deleted: () => a.del(path, token),
    'logged out': () => a.call('POST', '/api/auth/logout', { token }),
  }[closing]()
  // On a busy machine a second ahead may be over before it is looked at.
  if (closing === 'expired' && answer.status === 400 && leadMs < 60_000) return close(a, closing, link, leadMs * 2)
  if (answer.status !== 200) throw new Error(`${closing}: ${answer.status} ${answer.bytes}`)
  const wait = closing === 'expired' ? Math.max(0, expiresAt - Date.now()) : 0
  return performance.now() + wait
}

type Watched = { address: string; requests: number; lastOpenMs: number; statuses: number[] }

/** Asks for every address again and again. A request counts at the moment it is sent, so that a slow machine harms none. */
function createWatch(client: Client, targets: Target[]) {
  const seen = targets.map(() => [] as { sentAt: number; status: number; text: string }[])
  let barAt = Number.POSITIVE_INFINITY
  const isOver = (index: number) =>
    (seen[index] ?? []).filter(({ sentAt }) => sentAt > barAt).length >= requestsAfterBar
  const watch = async ({ address, token }: Target, index: number) => {
    while (!isOver(index)) {
      const sentAt = performance.now()
      const { status, body } = await client.get(address, token)
      seen[index]?.push({ sentAt, status, text: body?.error ?? '' })
      await delay(pauseMs)
    }
  }
  const watching = Promise.all(targets.map(watch))
  // Whoever waits for the end is told; until then nobody is there to listen.
  watching.catch(() => {})

  return {
    stop: () => {
      barAt = 0
    },
    async untilAllOpen() {
      while (!seen.every((answers) => answers.length >= 3)) {
        await Promise.race([watching, delay(pauseMs)])
      }
      const closed = targets.findIndex((_, index) => seen[index]?.some(({ status }) => status !== 200))
      if (closed < 0) return
      const statuses = seen[closed]?.map(({ status, text }) => `${status} ${text}`)
      throw new Error(`${targets[closed]?.address} was not open before: ${statuses}`)
    },
    async end(closedAt: number): Promise<Watched[]> {
      barAt = closedAt + barMs
      await watching
      return targets.map(({ address }, index) => {
        const answers = seen[index] ?? []
        const open = answers.filter(({ status }) => status === 200).map(({ sentAt }) => sentAt - closedAt)
        return {
          address,
          requests: answers.length,
          lastOpenMs: Math.max(0, ...open),
          statuses: [...new Set(answers.map(({ status }) => status))],
        }
      })
    },
  }
}
