import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inScope, type Scope } from '#test/support/scope.ts'
import { createRandom } from '../faults/random.ts'
import { arrangeVisits, makeAccount, measureAnalytics } from './analytics.ts'
import { arrangeRows, arrangeSections, type Gallery, makeGallery, signUp, upload } from './arrange.ts'
import { runGrowth } from './growth/growth.ts'
import { measureHostLookup } from './host-lookup.ts'
import { measureHotLink } from './hot-link.ts'
import { measureLightboxTransition } from './lightbox-transition.ts'
import { measureLockedGallery } from './locked-gallery.ts'
import { measureLoginTiming } from './login-timing.ts'
import { makePhoto } from './photo.ts'
import { type Product, startProduct } from './product.ts'
import { measureColdGallery, measureGallery, measurePage, measureReads } from './reads.ts'
import { measureChoosing, measureRecipient, measureSections } from './recipient.ts'
import { below, type Line, median, printTable } from './results.ts'
import { measureUploads } from './uploads.ts'
import { arrangeFullSizes, measureZip } from './zip.ts'

const seed = Number(process.argv[2]) || Date.now() % 1_000_000
const idleMs = 3000
const starts = 3

async function measure(scope: Scope, lines: Line[]) {
  const folder = await scope.folder('bench')
  const dataDir = join(folder, 'data')
  const start = () => startProduct(dataDir, {}, scope)
  const photo = await makePhoto(seed)
  const photoPath = join(folder, 'photo.jpg')
  writeFileSync(photoPath, photo)

  const first = await start()
  const token = await signUp(first, 'ada@example.com', '10.0.0.1')
  const small = await makeGallery(first, 'Thirty', token)
  const large = await makeGallery(first, 'Five hundred', token)
  const sectioned = await makeGallery(first, 'In sections', token)
  const plain = await makeGallery(first, 'Without sections', token)
  // Another account's, because the images of the others nearly fill the plan.
  const uploads = await makeGallery(first, 'Uploads', await signUp(first, 'ben@example.com', '10.0.0.2'))
  const images = await upload(first, small, photo, 30, 4)
  const busy = await makeAccount(first, 'busy@example.com')
  const empty = await makeAccount(first, 'empty@example.com')
  await first.stop()
  arrangeRows(dataDir, images, large, 500)
  fillSectioned(dataDir, images, sectioned, plain)
  arrangeFullSizes(dataDir, large, images[0] ?? '')
  const rows = await arrangeVisits(dataDir, busy, createRandom(seed))

  const startTimes: number[] = []
  for (let n = 1; n < starts; n++) {
    const product = await start()
    startTimes.push(product.startMs)
    await product.stop()
  }
  const coldLines = await measureColdGallery(start, 'gallery of 30, uncompressed, no warm-up', small.slug)
  const product = await start()
  startTimes.push(product.startMs)
  await sleep(idleMs)
  lines.push(below('startup time', median(startTimes), 2000, 'ms'))
  lines.push(below('memory, idle', product.memory(), 150, 'MB'))
  const memory = (when: string) => below(`memory, after ${when}`, product.memory(), Number.POSITIVE_INFINITY, 'MB')

  const thumbnails = thumbnailsOf(images)
  lines.push(...coldLines)
  lines.push(...(await measureHotReads(product, small, large, thumbnails)))
  lines.push(memory('the reads'))
  lines.push(...(await measureRecipient(product, small, 'wall')))
  lines.push(...(await measureRecipient(product, small, 'cover')))
  lines.push(...(await measureLightboxTransition(product, small)))
  lines.push(...(await measureChoosing(product, small)))
  lines.push(...(await measureSections(product, sectioned, plain)))
  lines.push(await measureZip(product, 'ZIP of 500', large.slug))
  lines.push(...(await measureAnalytics(product, busy, empty, rows)))
  lines.push(await measureUploads(product, uploads, photo, photoPath))
  lines.push(memory('the uploads'))
  lines.push(...(await measureLoginTiming(product, createRandom(seed))))
  lines.push(...(await measureLockedGallery(product, small, images[0] ?? '')))
  // Restart, so memory from earlier benchmarks isn't counted.
  await product.stop()
  const busyProduct = await start()
  lines.push(await measureHotLink(busyProduct, { read: small, filled: uploads, thumbnails, photo }))
}

function fillSectioned(dataDir: string, images: string[], sectioned: Gallery, plain: Gallery) {
  for (const gallery of [sectioned, plain]) arrangeRows(dataDir, images, gallery, 750, { isMixed: true })
  arrangeSections(dataDir, sectioned, 20)
}

async function measureOnlySections(scope: Scope, lines: Line[]) {
  const dataDir = join(await scope.folder('bench'), 'data')
  const first = await startProduct(dataDir, {}, scope)
  const token = await signUp(first, 'ada@example.com', '10.0.0.1')
  const [sectioned, plain] = [
    await makeGallery(first, 'In sections', token),
    await makeGallery(first, 'Without', token),
  ]
  const images = await upload(first, await makeGallery(first, 'One', token), await makePhoto(seed), 1, 1)
  await first.stop()
  fillSectioned(dataDir, images, sectioned, plain)
  lines.push(...(await measureSections(await startProduct(dataDir, {}, scope), sectioned, plain)))
}

async function measureHotReads(product: Product, small: Gallery, large: Gallery, thumbnails: string[]) {
  return [
    ...(await measureGallery(product, 'gallery of 30', small.slug)),
    ...(await measureGallery(product, 'gallery of 500', large.slug)),
    ...(await measureReads(product, 'thumbnail', thumbnails)).lines,
    ...(await measurePage(product, 'page of 30', small.slug)),
    ...(await measurePage(product, 'page of 500', large.slug)),
    ...(await measureHostLookup(product, small)),
  ]
}

async function measureOnlyReads(scope: Scope, lines: Line[]) {
  const dataDir = join(await scope.folder('bench'), 'data')
  const first = await startProduct(dataDir, {}, scope)
  const token = await signUp(first, 'ada@example.com', '10.0.0.1')
  const small = await makeGallery(first, 'Thirty', token)
  const large = await makeGallery(first, 'Five hundred', token)
  const images = await upload(first, small, await makePhoto(seed), 30, 4)
  await first.stop()
  arrangeRows(dataDir, images, large, 500)
  const product = await startProduct(dataDir, {}, scope)
  lines.push(...(await measureHotReads(product, small, large, thumbnailsOf(images))))
}

const thumbnailsOf = (images: string[]) => images.map((id) => `/media/${id}/480.webp`)

const measurements: Record<string, typeof measure> = { reads: measureOnlyReads, sections: measureOnlySections }

async function run(work = measure) {
  const startedAt = performance.now()
  console.log(`seed ${seed}, ${availableParallelism()} cores, Node ${process.versions.node}`)
  await inScope(async (scope) => {
    const lines: Line[] = []
    try {
      await work(scope, lines)
    } finally {
      console.log()
      printTable(lines)
    }
    console.log(`\n${Math.round((performance.now() - startedAt) / 1000)} s`)
    process.exitCode = lines.every(({ isMet }) => isMet) ? 0 : 1
  })
}

/** The growth benchmark takes a long time to set up, so it only runs if it's named. */
await (process.argv[2] === 'growth'
  ? runGrowth(process.argv[3], process.argv[4])
  : run(measurements[process.argv[2] ?? '']))
