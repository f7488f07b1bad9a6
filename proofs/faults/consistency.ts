import { hash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { ImageFile } from '#server/features/images/image-files.ts'
import { keyOf } from '#server/features/images/image-files.ts'
import { unless } from '#server/platform/storage/durable-files.ts'

type ImageRow = {
  id: string
  folder: string | null
  link_id: string
  user_id: string
  files: string
  trashed_at: string | null
  /** 1 if the image needs approval. It counts toward the owner's plan, but isn't in the gallery. */
  is_waiting: number
}
type LinkRow = { id: string; user_id: string; image_count: number; cover_image_id: string | null }
type UsageRow = { user_id: string; links: number; images: number }

export type Rows = { images: ImageRow[]; links: LinkRow[]; usage: UsageRow[]; scheduled: { prefix: string }[] }

type Files = Map<string, number>

const questions = {
  images: `select id, folder, link_id, user_id, files, trashed_at, 0 as is_waiting from images
    union all select id, null, link_id, user_id, files, null, 1 from waiting_images`,
  links: 'select id, user_id, image_count, cover_image_id from links',
  usage: 'select user_id, links, images from usage',
  scheduled: 'select prefix from doomed_objects',
}

/** Reads a consistent snapshot while the server is running. */
export function readSqlite(file: string): Rows & { integrity: string } {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    db.exec('begin')
    const ask = <Row>(question: string) => db.prepare(question).all() as Row[]
    const [check] = ask<{ integrity_check: string }>('pragma integrity_check')
    return {
      images: ask(questions.images),
      links: ask(questions.links),
      usage: ask(questions.usage),
      scheduled: ask(questions.scheduled),
      integrity: check?.integrity_check ?? 'no answer',
    }
  } finally {
    db.close()
  }
}

export async function readPostgres(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const ask = async (question: string) => (await client.query(question)).rows
    return {
      images: await ask(questions.images),
      links: await ask(questions.links),
      usage: await ask(questions.usage),
      scheduled: await ask(questions.scheduled),
    }
  } finally {
    await client.end()
  }
}

/** S3rver stores object contents in files with this suffix. */
const s3Suffix = '._S3rver_object'

export const readFiles = (dir: string, kind: 'disk' | 's3' = 'disk'): Promise<Files> =>
  mapFiles(dir, kind, async (path) => (await stat(path).catch(unless('ENOENT')))?.size)

export const hashFiles = (dir: string, kind: 'disk' | 's3' = 'disk') =>
  mapFiles(dir, kind, async (path) => hash('sha256', await readFile(path)))

async function mapFiles<T>(dir: string, kind: 'disk' | 's3', read: (path: string) => Promise<T | undefined>) {
  const files = new Map<string, T>()
  for (const path of await listFiles(dir)) {
    const key = relative(dir, path)
    if (kind === 's3' && !key.endsWith(s3Suffix)) continue
    const found = await read(path)
    if (found !== undefined) files.set(kind === 's3' ? key.slice(0, -s3Suffix.length) : key, found)
  }
  return files
}

/** Ignores folders that are deleted in the meantime. */
export async function listFiles(dir: string): Promise<string[]> {
  const entries = (await readdir(dir, { withFileTypes: true }).catch(unless('ENOENT'))) ?? []
  const found = entries.map(async (entry) => {
    const path = join(dir, entry.name)
    return entry.isDirectory() ? listFiles(path) : [path]
  })
  return (await Promise.all(found)).flat()
}

/** Lists the empty folders of images in `images/XX/ID`. The folders above are kept even if they're empty. */
export async function listEmptyFolders(pictures: string): Promise<string[]> {
  const namesIn = async (folder: string) => (await readdir(folder).catch(unless('ENOENT'))) ?? []
  const root = join(pictures, 'images')
  const empty: string[] = []
  for (const start of await namesIn(root)) {
    for (const id of await namesIn(join(root, start))) {
      const folder = join(root, start, id)
      if ((await namesIn(folder)).length === 0) empty.push(folder)
    }
  }
  return empty
}

const filesOf = (image: ImageRow) =>
  (JSON.parse(image.files) as ImageFile[]).map(({ name, bytes }) => ({
    key: keyOf(image.folder ?? image.id, name),
    bytes,
  }))

const countBy = <Row>(rows: Row[], keyOf: (row: Row) => string) => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return (key: string) => counts.get(key) ?? 0
}

export function findCounterFaults({ images, links, usage }: Rows): string[] {
  const live = images.filter((image) => image.trashed_at === null)
  // A link in the trash belongs to a removed account, and its images don't count toward the owner's plan.
  const ownerOf = new Map(links.map((link) => [link.id, link.user_id]))
  const counted = live.filter((image) => ownerOf.get(image.link_id) === image.user_id)
  const imagesOfUser = countBy(counted, (image) => image.user_id)
  const shown = live.filter((image) => image.is_waiting === 0)
  const imagesOfLink = countBy(shown, (image) => image.link_id)
  const linksOfUser = countBy(links, (link) => link.user_id)
  const linkOfImage = new Map(shown.map((image) => [image.id, image.link_id]))
  const hasCover = ({ id, cover_image_id: cover }: LinkRow) =>
    imagesOfLink(id) === 0 ? cover === null : cover !== null && linkOfImage.get(cover) === id
  return [
    ...usage
      .filter((row) => row.images !== imagesOfUser(row.user_id))
      .map((row) => `usage counts ${row.images} images, expected ${imagesOfUser(row.user_id)}`),
    ...usage
      .filter((row) => row.links !== linksOfUser(row.user_id))
      .map((row) => `usage counts ${row.links} links, expected ${linksOfUser(row.user_id)}`),
    ...links
      .filter((row) => row.image_count !== imagesOfLink(row.id))
      .map((row) => `link ${row.id} counts ${row.image_count} images, expected ${imagesOfLink(row.id)}`),
    ...links.filter((row) => !hasCover(row)).map((row) => `link ${row.id} has the cover ${row.cover_image_id}`),
  ]
}

/** Finds missing or incomplete files of rows, and files without a row that aren't scheduled for removal. */
export function findFileFaults({ images, scheduled }: Rows, files: Files): string[] {
  const wanted = new Map(images.flatMap(filesOf).map(({ key, bytes }) => [key, bytes]))
  const isScheduled = (key: string) => scheduled.some(({ prefix }) => key.startsWith(prefix))
  return [
    ...[...wanted]
      .filter(([key, bytes]) => files.get(key) !== bytes)
      .map(([key, bytes]) => `a row expects ${bytes} bytes in ${key}, found ${files.get(key) ?? 'none'}`),
    ...[...files.keys()]
      .filter((key) => !wanted.has(key) && !isScheduled(key))
      .map((key) => `${key} doesn't belong to any row`),
  ]
}
