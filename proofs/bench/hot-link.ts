import { setTimeout as sleep } from 'node:timers/promises'
import { type Gallery, upload } from './arrange.ts'
import type { Load, Measured } from './load-generator.ts'
import type { Product } from './product.ts'
import { requestFor } from './reads.ts'
import { below, type Line } from './results.ts'
import { startWorker } from './workers.ts'

const readers = 200
const uploaders = 4
const busyMs = 60_000
const idleMs = 30_000
/** Uploads are deleted in batches of this size, to stay within the plan's limits. */
const uploadsAtATime = 20

type Galleries = { read: Gallery; filled: Gallery; thumbnails: string[]; photo: Buffer }

export async function measureHotLink(product: Product, { read, filled, thumbnails, photo }: Galleries): Promise<Line> {
  const load = startWorker<Load, Measured>('load-generator.ts')
  const requests = [`/api/links/slug/${read.slug}`, ...thumbnails].map((path) => requestFor(path))
  const before = product.memoryOfAll()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, product.memoryOfAll())
  }, 250)
  const endsAt = performance.now() + busyMs
  const uploadAll = async () => {
    let uploads = 0
    while (performance.now() < endsAt) {
      const ids = await upload(product, filled, photo, uploadsAtATime, uploaders)
      uploads += ids.length
      for (const id of ids) await product.data('DELETE', `/api/images/${id}?forever=true`, { token: filled.token })
    }
    return uploads
  }
  const [{ count, failures }, uploads] = await Promise.all([
    load.ask({ port: product.port, requests, connections: readers, ms: busyMs }),
    uploadAll(),
  ])
  clearInterval(watch)
  await load.stop()
  if (failures > 0) throw new Error(`hot link: ${failures} of ${count} requests failed`)
  const workers = () => product.memoryOfAll() - product.memory()
  console.log(
    `hot link: ${count} reads, ${uploads} uploads, ${Math.round(before)} MB before, ${Math.round(most)} MB peak`,
  )
  await sleep(idleMs)
  console.log(`hot link: ${Math.round(product.memory())} MB server, ${Math.round(workers())} MB workers`)
  return below('memory, 30 s after 200 readers and 4 uploaders', product.memoryOfAll(), 350, 'MB')
}
