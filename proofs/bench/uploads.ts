import { type Gallery, upload } from './arrange.ts'
import type { Product } from './product.ts'
import { atLeast, type Line, median } from './results.ts'
import type { SharpWork } from './sharp-alone.ts'
import { startWorker } from './workers.ts'

const rounds = 5
const parallel = 4
const count = 12

/** Alternates between uploads, timed until the 201 response, and sharp alone creating the same renditions. */
export async function measureUploads(product: Product, gallery: Gallery, photo: Buffer, path: string): Promise<Line> {
  const sharp = startWorker<SharpWork, number>('sharp-alone.ts')
  const uploads = async (count: number) => {
    const startedAt = performance.now()
    await upload(product, gallery, photo, count, parallel)
    return count / ((performance.now() - startedAt) / 1000)
  }

  const results: { product: number; limit: number }[] = []
  await uploads(parallel)
  await sharp.ask({ path, count: parallel, parallel })
  for (let round = 0; round < rounds; round++) {
    results.push({ product: await uploads(count), limit: await sharp.ask({ path, count, parallel }) })
  }
  await sharp.stop()
  console.log(`uploads: ${rounds * count} pictures of ${photo.length} bytes, ${parallel} at once`)
  const of = (side: 'product' | 'limit') => median(results.map((each) => each[side]))
  return atLeast('upload of 12 MP, 4 at once', of('product'), of('limit'), 0.8, 'img/s')
}
