import { once } from 'node:events'
import { linkSync, mkdirSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Gallery } from './arrange.ts'
import type { Product } from './product.ts'
import { below, type Line } from './results.ts'

const lookEveryMs = 50

/** Hard-links a single full-size file to every image in a gallery, which needs no extra disk space. */
export function arrangeFullSizes(dataDir: string, { id: linkId }: Gallery, imageId: string) {
  const db = new DatabaseSync(join(dataDir, 'framelight.db'))
  const rows = db.prepare('select id, files from images where link_id = ?').all(linkId) as {
    id: string
    files: string
  }[]
  db.close()
  const pathOf = (id: string, name: string) => join(dataDir, 'pictures', 'images', id.slice(0, 2), id, name)
  for (const { id, files } of rows) {
    const full = (JSON.parse(files) as { name: string; kind: string }[]).find(({ kind }) => kind === 'full')
    if (!full) throw new Error("The image doesn't have a full-size file")
    mkdirSync(dirname(pathOf(id, full.name)), { recursive: true })
    linkSync(pathOf(imageId, full.name), pathOf(id, full.name))
  }
}

export async function measureZip(product: Product, what: string, slug: string): Promise<Line> {
  const before = product.memory()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, product.memory())
  }, lookEveryMs)
  const startedAt = performance.now()
  const { expected, received } = await download(product, `/api/links/slug/${slug}/download`)
  clearInterval(timer)
  if (received !== expected) throw new Error(`${what}: received ${received} of ${expected} bytes`)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${what}: ${received} bytes, ${Math.round(received / seconds / 1e6)} MB/s`)
  return below(`${what}, extra memory`, Math.max(0, most - before), 64, 'MB')
}

async function download({ port }: Product, path: string) {
  const [response] = (await once(get({ host: '127.0.0.1', port, path, agent: false }), 'response')) as [IncomingMessage]
  let received = 0
  response.on('data', (bytes: Buffer) => {
    received += bytes.length
  })
  await once(response, 'close')
  return { expected: Number(response.headers['content-length']), received }
}
