import type { Image } from '#shared/images.ts'
import { inScope } from '#test/support/scope.ts'
import type { Backend } from './backends.ts'
import { readFiles } from './consistency.ts'
import { createManyImages } from './many-images.ts'
import { createFindings, type Outcome } from './outcome.ts'

type Options = { backend: Backend; images: number; isTimed?: boolean; seed: number }

const mostMs = 2000
const atOnce = 8

/** Copying images writes no files and uses no storage, and the copies stay when the originals are deleted for good. */
export const copyManyImages = ({ backend, images: many, isTimed = true, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const stock = await createManyImages(backend, scope)
    const { product, owner, change, inspector } = stock
    const { client } = product
    const source = await client.aLink(owner)
    const target = await client.aLink(owner)
    const ids = await stock.addImages(source, many)
    const kind = backend === 'SQLite and disk' ? 'disk' : 's3'
    const listFiles = () => readFiles(inspector.pictures, kind)
    const [files, usage] = [await listFiles(), await stock.usage()]

    const copying = { action: 'copy', imageIds: ids, linkId: target._id }
    const { body, ms } = await change('POST', '/api/images/bulk', copying)
    const copies: string[] = body.data.imageIds
    findings.expectCount('copies', new Set(copies).size, many)
    if (isTimed && ms > mostMs) findings.note(`copying took ${Math.round(ms)} ms`)
    const added = [...(await listFiles())].filter(([key, bytes]) => files.get(key) !== bytes)
    findings.expectCount('files written', added.length, 0)
    findings.expectCount('bytes of the account', (await stock.usage()).bytes, usage.bytes)
    findings.expectCount('images of the account', (await stock.usage()).images, 2 * many)

    await stock.trash(ids)
    await stock.emptyTrash()
    if (!(await stock.untilSwept())) findings.note("the originals' removal didn't finish")
    findings.expectCount('originals left', (await stock.listShown(source)).length, 0)
    findings.expectCount('bytes after deleting the originals', (await stock.usage()).bytes, usage.bytes)
    const shown = (await client.get(`/api/links/${target._id}/images`, owner.token)).body.data as Image[]
    findings.expectCount('copies left', shown.length, many)
    let opened = 0
    const waiting = [...shown]
    const open = async () => {
      for (let image = waiting.pop(); image; image = waiting.pop()) {
        findings.noteAll(await client.findFaults(image._id, owner.token))
        opened++
      }
    }
    await Promise.all(Array.from({ length: atOnce }, open))
    findings.expectCount('copies opened', opened, many)
    findings.noteAll(await inspector.findFaults())

    await stock.trash(copies)
    await stock.emptyTrash()
    if (!(await stock.untilSwept())) findings.note("the copies' removal didn't finish")
    findings.expectCount('files left', (await listFiles()).size, 0)
    findings.expectCount('bytes left', (await stock.usage()).bytes, 0)
    findings.noteAll(product.crashes)
    const bytesWritten = added.reduce((sum, [, bytes]) => sum + bytes, 0)
    return {
      seed,
      problems: findings.problems,
      counts: {
        backend,
        copies: copies.length,
        'copying ms': Math.round(ms),
        'bytes written': bytesWritten,
        'account bytes before and after': `${usage.bytes}`,
        'copies opened after deleting the originals': opened,
      },
    }
  })
