import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { toForm } from '#test/support/form.ts'
import type { Product } from './product.ts'

export type Gallery = { id: string; slug: string; token: string }

export async function makeGallery(product: Product, title: string, token: string): Promise<Gallery> {
  const { data } = await product.data('POST', '/api/links', { token, body: { title } })
  return { id: data._id, slug: data.slug, token }
}

export async function signUp(product: Product, email: string, from: string): Promise<string> {
  const body = { name: 'Ada Lovelace', email, password: 'secret-1' }
  return (await product.data('POST', '/api/auth/register', { body, from })).token
}

export async function upload(product: Product, gallery: Gallery, photo: Buffer, count: number, parallel: number) {
  const form = toForm([{ name: 'image', fileName: 'photo.jpg', bytes: photo }])
  const ids: string[] = []
  let begun = 0
  const work = async () => {
    while (begun++ < count) {
      const { data } = await product.data('POST', `/api/links/${gallery.id}/images`, { token: gallery.token, form })
      ids.push(data._id)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return ids
}

/** Placeholders are random, because identical ones would compress better than real ones. */
const somePlaceholder = () => `data:image/webp;base64,${randomBytes(180).toString('base64')}`

/**
 * Gives each image a unique placeholder and fills the gallery with `count` copies of the first image's row, without
 * files. Writes directly to the database while the server is stopped, because that's faster than the API. With
 * `isMixed`, every third image is upright.
 */
export function arrangeRows(
  dataDir: string,
  imageIds: string[],
  { id: linkId }: Gallery,
  count: number,
  { isMixed = false } = {},
) {
  const db = new DatabaseSync(join(dataDir, 'framelight.db'))
  const image = db.prepare('select * from images where id = ?').get(imageIds[0] ?? '')
  if (!image) throw new Error("There's no image to copy")
  const columns = Object.keys(image)
  const insert = db.prepare(`insert into images (${columns}) values (${columns.map((name) => `:${name}`)})`)
  const setPlaceholder = db.prepare('update images set placeholder = ? where id = ?')

  db.exec('begin')
  for (const id of imageIds) setPlaceholder.run(somePlaceholder(), id)
  let id = ''
  for (let position = 1; position <= count; position++) {
    id = randomBytes(16).toString('base64url')
    const shape = isMixed && position % 3 === 0 ? { width: image.height ?? 1, height: image.width ?? 1 } : {}
    const own = {
      id,
      link_id: linkId,
      position,
      file_name: `IMG_${position}.jpg`,
      placeholder: somePlaceholder(),
      ...shape,
    }
    insert.run({ ...image, ...own })
  }
  const fill = db.prepare('update links set image_count = ?, next_position = ?, cover_image_id = ? where id = ?')
  fill.run(count, count + 1, id, linkId)
  db.prepare('update usage set images = images + ? where user_id = ?').run(count, image.user_id as string)
  db.exec('commit')
  db.close()
}

/** Divides a gallery's images into sections of the same size. */
export function arrangeSections(dataDir: string, { id: linkId }: Gallery, count: number) {
  const db = new DatabaseSync(join(dataDir, 'framelight.db'))
  const { images } = db.prepare('select image_count as images from links where id = ?').get(linkId) ?? {}
  const insert = db.prepare(
    `insert into sections (id, link_id, title, text, anchor, position) values (?, ?, ?, ?, ?, ?)`,
  )
  const move = db.prepare(`update images set section_id = ?, section_position = ?
    where link_id = ? and position > ? and position <= ?`)
  const perSection = Math.ceil(Number(images) / count)
  db.exec('begin')
  for (let n = 1; n <= count; n++) {
    const id = randomBytes(16).toString('base64url')
    insert.run(id, linkId, `Part ${n}`, 'The light changed within the hour, and so did the coast.', `part-${n}`, n)
    move.run(id, n, linkId, (n - 1) * perSection, n * perSection)
  }
  db.prepare('update links set section_count = ? where id = ?').run(count, linkId)
  db.exec('commit')
  db.close()
}
