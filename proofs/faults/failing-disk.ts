import type { Image } from '#shared/images.ts'
import type { Picture } from '#test/support/client.ts'
import { createProduct } from '#test/support/product.ts'
import { aHeavyPicture, aSmallPicture } from '#test/support/samples.ts'
import type { Scope } from '#test/support/scope.ts'
import { inspectSqliteAndDisk } from './inspectors.ts'
import { createFindings } from './outcome.ts'

export async function createOnFailingDisk(scope: Scope, dataDir: string) {
  const findings = createFindings()
  const product = await createProduct(scope, { dataDir, settings: { DEFAULT_PLAN: 'gold', DISK_RESERVE_MB: '0' } })
  const { client } = product
  const inspector = inspectSqliteAndDisk(dataDir)
  const link = await client.aLink(await client.aUser())
  const { token } = link.owner
  const [small, heavy] = [await aSmallPicture(), await aHeavyPicture()]
  const first = await client.anImage(link, small)
  const other = await client.anImage(link, small)
  const counts = { attempts: 0, stored: 0, refused: 0 }
  const rowCount = () => inspector.read().images.length

  async function checkReads(where: string) {
    for (const address of [first.thumbnailUrl, first.imageUrl, `/api/links/slug/${link.slug}`]) {
      const { status } = await client.get(address)
      if (status !== 200) findings.note(`${where}${address} returned ${status}`)
    }
  }

  /** The upload must be stored completely and acknowledged, or fail without changing anything. */
  async function attempt(picture: Picture, where: string): Promise<Image | undefined> {
    const before = rowCount()
    const { status, body } = await client.upload(link, picture)
    counts.attempts++
    const image = status === 201 ? (body.data as Image) : undefined
    if (image) counts.stored++
    else if (status === 503 && body.code === 'UNAVAILABLE' && body.error) counts.refused++
    else findings.note(`${where}${picture.fileName} returned ${status} ${body?.code} ${body?.error}`)
    if (rowCount() !== before + (image ? 1 : 0)) findings.note(`${where}${before} images became ${rowCount()}`)
    if (image) findings.noteAll(await client.findFaults(image._id, token, picture.bytes), where)
    findings.noteAll(inspector.findRowFaults(), where)
    await checkReads(where)
    return image
  }

  async function remove(image: Image) {
    const { status, body } = await client.del(`/api/images/${image._id}?forever=true`, token)
    return { status, isGone: (await client.get(`/api/images/${image._id}`, token)).status === 404, error: body?.error }
  }

  return {
    product,
    findings,
    inspector,
    counts,
    small,
    heavy,
    attempt,

    async takeBack(image: Image, where: string) {
      const { status, isGone } = await remove(image)
      if (status !== 200 || !isGone) findings.note(`${where}deleting it returned ${status}`)
    },

    /** The delete must either succeed and be acknowledged, or fail without changing anything. */
    async attemptDelete(where: string) {
      const { status, isGone, error } = await remove(other)
      const isRight = (status === 200 && isGone) || (status === 503 && !isGone && error)
      if (!isRight) findings.note(`${where}a delete returned ${status} ${error}, gone: ${isGone}`)
    },

    async expectRecovery() {
      const { status } = await client.get('/api/health')
      if (status !== 200) findings.note(`afterwards health returned ${status}`)
      const image = await attempt(heavy, 'afterwards: ')
      if (image) await client.del(`/api/images/${image._id}?forever=true`, token)
      else findings.note('afterwards uploads are still rejected')
      findings.noteAll(product.crashes)
      await product.stop()
      await product.start()
      if (!(await inspector.waitForSweep())) findings.note("the sweep didn't finish")
      findings.noteAll(await inspector.findFaults(), 'after the next start: ')
    },
  }
}
export type OnFailingDisk = Awaited<ReturnType<typeof createOnFailingDisk>>
