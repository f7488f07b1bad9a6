import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient, type TestLink } from '#test/support/client.ts'
import { createProduct } from '#test/support/product.ts'
import { aHeavyPicture, somePictures } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { createFindings, type Findings, type Outcome, quantile } from './outcome.ts'
import { memoryOfProduct } from './process-tree.ts'
import { createRandom, type Random } from './random.ts'

const readers = 32
const uploaders = 8
const slowestReadMs = 300
/** Leaves a margin for caches that aren't full yet and a pending garbage collection. */
const mostGrowthMb = 120
const sampleMs = 2000

type Options = { minutes: number; seed: number }

/** Runs readers and uploaders for minutes. Reads must succeed quickly, and memory must stay nearly flat. */
export const sustainLoad = ({ minutes, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const product = await createProduct(scope, { settings: { DEFAULT_PLAN: 'gold' } })
    const galleries = await someGalleries(product.client)
    const times: number[] = []
    const statuses = new Map<number, number>()
    const note = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const endsAt = performance.now() + minutes * 60_000
    const isOver = () => performance.now() > endsAt
    const memory: number[] = []
    const watch = setInterval(() => memory.push(memoryOfProduct(product.pid())), sampleMs)

    const read = async (n: number) => {
      const random = createRandom(seed + n)
      const client = createClient(product.client.url, `127.0.5.${n + 1}`)
      while (!isOver()) {
        const { status, ms } = await client.get(random.pick(random.pick(galleries).addresses))
        times.push(ms)
        note(status)
        if (status !== 200) findings.note(`a read returned ${status}`)
        await delay(20)
      }
    }
    const counts = await Promise.all([
      ...Array.from({ length: uploaders }, (_, n) => upload(product.client.url, n, seed, isOver, note, findings)),
      ...Array.from({ length: readers }, (_, n) => read(n)),
    ]).finally(() => clearInterval(watch))
    const uploads = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)

    // Compare the second fifth, when everything is warmed up, with the last one.
    const fifth = Math.floor(memory.length / 5)
    const [early, late] = [quantile(memory.slice(fifth, 2 * fifth)), quantile(memory.slice(-fifth))]
    if (late - early > mostGrowthMb) findings.note(`memory grew from ${early} to ${late} MB`)
    const p99 = quantile(times, 0.99)
    if (p99 > slowestReadMs) findings.note(`the p99 of reads was ${p99} ms`)
    findings.noteAll(product.crashes)
    findings.expectAtLeast('reads', times.length, minutes * readers * 60)
    findings.expectAtLeast('uploads', uploads, minutes * uploaders * 6)
    const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status}`)
    return {
      seed,
      problems: findings.problems,
      counts: {
        ...{ minutes, readers, uploaders, reads: times.length, uploads, responses: told.join(' ') },
        ...{ 'read median ms': quantile(times), 'read p99 ms': p99, 'read slowest ms': quantile(times, 1) },
        ...{ 'memory MB, early': early, 'memory MB, late': late, 'memory MB, peak': quantile(memory, 1) },
      },
    }
  })

async function someGalleries(client: Client) {
  const pictures = [...(await somePictures()), await aHeavyPicture()]
  const galleries: { addresses: string[] }[] = []
  for (let n = 0; n < 4; n++) {
    const link = await client.aLink(await client.aUser())
    const images = []
    for (const picture of pictures) images.push(await client.anImage(link, picture))
    const shown = [`/api/links/slug/${link.slug}`, `/links/${link.slug}`]
    galleries.push({ addresses: [...shown, ...shown, ...images.map(({ thumbnailUrl }) => thumbnailUrl)] })
  }
  return galleries
}

type Note = (status: number) => void

async function upload(url: string, n: number, seed: number, isOver: () => boolean, note: Note, findings: Findings) {
  const random: Random = createRandom(seed + 1000 + n)
  const client = createClient(url, `127.0.6.${n + 1}`)
  const link: TestLink = await client.aLink(await client.aUser())
  const pictures = [...(await somePictures()), await aHeavyPicture()]
  const kept: string[] = []
  let uploads = 0
  while (!isOver()) {
    const { status, body } = await client.upload(link, random.pick(pictures))
    note(status)
    if (status === 201) {
      uploads++
      kept.push(body.data._id)
    } else if (status !== 429) findings.note(`an upload returned ${status} ${body?.error}`)
    if (kept.length > 30) {
      const removed = await client.del(`/api/images/${kept.shift()}?forever=true`, link.owner.token)
      if (removed.status !== 200) findings.note(`a delete returned ${removed.status}`)
    }
    await delay(50)
  }
  return uploads
}
