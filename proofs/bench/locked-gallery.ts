import { passCookie, passHeader } from '#shared/passes.ts'
import type { Gallery } from './arrange.ts'
import type { Load, Measured } from './load-generator.ts'
import type { Product } from './product.ts'
import { connections, requestFor } from './reads.ts'
import { atLeast, type Line, median } from './results.ts'
import { startWorker } from './workers.ts'

const rounds = 5
const roundMs = 1000
const password = 'four words of ours'

type Reads = Record<'gallery' | 'thumbnail' | 'page', string>
const kinds = ['gallery', 'thumbnail', 'page'] as const

/**
 * Measures how much a password slows down visitors who've already entered it. Rounds with and without a password
 * alternate.
 */
export async function measureLockedGallery(product: Product, gallery: Gallery, imageId: string): Promise<Line[]> {
  const { id, slug, token } = gallery
  const load = startWorker<Load, Measured>('load-generator.ts')
  const setPassword = (to: string | null) => product.data('PUT', `/api/links/${id}`, { token, body: { password: to } })

  const readsOf = (thumbnail: string, headers: string[]): Reads => ({
    gallery: requestFor(`/api/links/slug/${slug}`, headers),
    thumbnail: requestFor(thumbnail, headers),
    page: requestFor(`/links/${slug}`, headers),
  })
  async function readsWithPass(): Promise<Reads> {
    const { pass } = (await product.data('POST', `/api/links/slug/${slug}/unlock`, { body: { password } })).data
    const { data } = await product.data('GET', `/api/images/${imageId}`, { headers: { [passHeader]: pass } })
    return readsOf(data.thumbnailUrl, [`Cookie: ${passCookie}=${pass}`])
  }

  const seen = Object.fromEntries(kinds.map((kind) => [kind, { plain: [] as number[], behind: [] as number[] }]))
  let failures = 0
  async function measure(side: 'plain' | 'behind', reads: Reads) {
    for (const kind of kinds) {
      const measured = await load.ask({ port: product.port, requests: [reads[kind]], connections, ms: roundMs })
      failures += measured.failures
      seen[kind]?.[side].push(measured.perSecond)
    }
  }
  for (let round = 0; round < rounds; round++) {
    await setPassword(password)
    await measure('behind', await readsWithPass())
    await setPassword(null)
    await measure('plain', readsOf(`/media/${imageId}/480.webp`, []))
  }
  await load.stop()
  if (failures > 0) throw new Error(`behind a password: ${failures} requests failed`)
  return kinds.map((kind) => {
    const { plain = [], behind = [] } = seen[kind] ?? {}
    return atLeast(`${kind} behind a password : plain`, median(behind), median(plain), 0.5, 'req/s')
  })
}
