import { gifOfFrames, pngOfSize } from '#server/platform/images/fixtures/samples.ts'
import type { Picture } from '#test/support/client.ts'
import { aPicture } from '#test/support/pictures.ts'
import { createProduct } from '#test/support/product.ts'
import { aHeavyPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { inspectSqliteAndDisk } from './inspectors.ts'
import { createFindings, type Outcome, quantile } from './outcome.ts'

const readers = 4

type Options = { rounds: number; reads: number; seed: number }

export const sendBadInput = ({ rounds, reads, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const product = await createProduct(scope)
    const { client } = product
    const inspector = inspectSqliteAndDisk(product.dataDir)
    const link = await client.aLink(await client.aUser())
    const image = await client.anImage(link, await aHeavyPicture())
    const before = JSON.stringify(inspector.read())
    const files = await badFiles()

    const idle = await readAll(Math.ceil(reads / 4))
    const slowest = new Map<string, number>()
    let sent = 0
    let refused = 0
    let turnedAway = 0
    let isReading = true
    const sendAll = async () => {
      for (let round = 0; round < rounds || isReading; round++) {
        for (const file of files) {
          sent++
          const { status, body, ms } = await client.upload(link, file)
          if (status === 415 && body.error.includes(file.fileName)) refused++
          // Rejected files count toward the rate limit, too.
          else if (status === 429 && refused >= files.length) turnedAway++
          else findings.note(`${file.fileName} returned ${status} ${body?.error}`)
          slowest.set(file.fileName, Math.max(ms, slowest.get(file.fileName) ?? 0))
        }
      }
    }
    const reading = readAll(reads).finally(() => {
      isReading = false
    })
    const [meanwhile] = await Promise.all([reading, sendAll()])

    async function readAll(count: number) {
      const times: number[] = []
      let begun = 0
      const read = async () => {
        while (begun++ < count) {
          const { status, headers, ms } = await client.get(image.thumbnailUrl)
          if (status === 200 && headers['content-type']?.startsWith('image/')) times.push(ms)
          else findings.note(`a thumbnail returned ${status}`)
        }
      }
      await Promise.all(Array.from({ length: readers }, read))
      return times
    }

    if (JSON.stringify(inspector.read()) !== before) findings.note('counters or images changed')
    findings.noteAll(await inspector.findFaults())
    findings.noteAll(product.crashes)
    findings.expectCount('rejections', refused + turnedAway, sent)
    findings.expectAtLeast('files sent', sent, rounds * files.length)
    findings.expectCount('thumbnails read', meanwhile.length, reads)
    return {
      seed,
      problems: findings.problems,
      counts: {
        rejections: refused,
        'rate-limited': turnedAway,
        'thumbnails read': meanwhile.length,
        'p99 ms': quantile(meanwhile, 0.99),
        'idle p99 ms': quantile(idle, 0.99),
        ...Object.fromEntries([...slowest].map(([name, ms]) => [`${name} at most ms`, Math.round(ms)])),
      },
    }
  })

async function badFiles(): Promise<Picture[]> {
  const jpeg = await aPicture({ width: 1600, height: 1200 }).jpeg().toBuffer()
  return [
    { fileName: '60000x60000.png', bytes: pngOfSize(60_000, 60_000) },
    { fileName: '20000-frames.gif', bytes: gifOfFrames(20_000) },
    { fileName: 'truncated.jpg', bytes: jpeg.subarray(0, jpeg.length / 2) },
    { fileName: 'drawing.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>') },
    { fileName: 'page.html', bytes: Buffer.from('<!doctype html><title>Hello</title><script>alert(1)</script>') },
  ]
}
