import { link as hardLink, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { prefixOf } from '#server/features/images/image-files.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Client, TestLink } from '#test/support/client.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import type { Scope } from '#test/support/scope.ts'
import { type Backend, createProductOn } from './backends.ts'

const rowsAtOnce = 200
const bulkSize = 1000
const removalTimeoutMs = 180_000
const pollMs = 100

/** A product whose owner can have any number of images, and a client for someone else. */
export async function createManyImages(backend: Backend, scope: Scope) {
  const on = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
  const { client } = on.product
  const administrator = await client.aUser()
  const owner = await client.aUser()
  const limits = { imageLimit: 100_000, linkLimit: 1000 }
  await expectDone(client, 'PUT', `/api/admin/users/${owner.id}`, administrator.token, limits)
  const db = await createDatabase(on.database)
  scope.defer(() => db.destroy())
  const { token } = owner

  const change = (method: string, path: string, json?: object) => expectDone(client, method, path, token, json)

  /** Sends as many calls as an app would. */
  async function inBulk(ids: string[], send: (some: string[]) => Promise<unknown>) {
    for (let from = 0; from < ids.length; from += bulkSize) await send(ids.slice(from, from + bulkSize))
  }

  return {
    ...on,
    db,
    owner,
    change,

    /** Adds images with files of their own. Uploads only the first, because thousands of uploads take minutes. */
    async addImages(link: TestLink, count: number) {
      const first = await client.anImage(link, await aSmallPicture())
      return [first._id, ...(await multiply(db, on.inspector.pictures, first._id, count - 1))]
    },

    trash: (ids: string[]) =>
      inBulk(ids, (imageIds) => change('POST', '/api/images/bulk', { action: 'delete', imageIds })),

    restore: (ids: string[]) => inBulk(ids, (imageIds) => change('POST', '/api/trash/restore', { imageIds })),

    emptyTrash: () => change('DELETE', '/api/trash', { all: true, until: new Date().toISOString() }),

    async listShown({ _id }: TestLink): Promise<string[]> {
      const { body } = await client.get(`/api/links/${_id}/images`, token)
      return body.data.map((image: { _id: string }) => image._id)
    },

    async usage() {
      const rows = db.selectFrom('usage').select(['links', 'images', 'bytes']).where('user_id', '=', owner.id)
      const { links, images, bytes } = await rows.executeTakeFirstOrThrow()
      return { links, images, bytes: Number(bytes) }
    },

    /** Makes everything in the trash old enough to be swept at the next start. */
    async ageTrash() {
      const old = { trashed_at: '2020-01-01T00:00:00.000Z' }
      await db.updateTable('images').set(old).where('trashed_at', 'is not', null).execute()
      await db.updateTable('trashed_links').set(old).execute()
    },

    endLeases: () => endLeases(db),

    /** Counts what the sweep hasn't finished: images in the trash or being removed, and folders. */
    countLeft: () => countLeft(db),

    untilSwept: () => untilSwept(db),

    /** Also starts the sweep. */
    async restart() {
      await on.product.stop()
      await endLeases(db)
      await on.product.start()
    },
  }
}

/** While a stopped node's leases last, no other node continues its work. This ends them. */
async function endLeases(db: Database) {
  await db.updateTable('tasks').set({ run_at: '' }).execute()
  await db.updateTable('doomed_objects').set({ not_before: '' }).where('is_claimed', '=', 1).execute()
  await db.deleteFrom('rate_limits').execute()
}

/** Looks rarely, so the database isn't busy with it. */
async function untilSwept(db: Database) {
  const deadline = performance.now() + removalTimeoutMs
  while (sumOf(await countLeft(db)) > 0) {
    if (performance.now() > deadline) return false
    await delay(pollMs)
  }
  return true
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

async function countLeft(db: Database) {
  const { rows } = await sql<{ trashed: number; removals: number; folders: number }>`
    select (select count(*) from images where trashed_at is not null) as trashed,
      (select count(*) from removals) as removals, (select count(*) from doomed_objects) as folders`.execute(db)
  const { trashed = 0, removals = 0, folders = 0 } = rows[0] ?? {}
  return { trashed: Number(trashed), removals: Number(removals), folders: Number(folders) }
}

async function expectDone(client: Client, method: string, path: string, token: string, json?: object) {
  const answer = await client.call(method, path, { token, ...(json && { json }) })
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes}`)
  return answer
}

/** Copies the row and links the files of an image. Returns the new IDs in gallery order. */
async function multiply(db: Database, pictures: string, id: string, count: number) {
  const source = await db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const ids = Array.from({ length: count }, newId)
  const from = join(pictures, prefixOf(id))
  const names = await readdir(from)
  for (let at = 0; at < count; at += rowsAtOnce) {
    const some = ids.slice(at, at + rowsAtOnce)
    await Promise.all(some.map((copy) => linkFiles(from, join(pictures, prefixOf(copy)), names)))
    const rows = some.map((copy, n) => ({ ...source, id: copy, position: source.position + at + n + 1 }))
    await db.insertInto('images').values(rows).execute()
  }
  await sql`
    update links set image_count = image_count + ${sql.lit(count)}, next_position = next_position + ${sql.lit(count)}
    where id = ${source.link_id}`.execute(db)
  await sql`
    update usage set images = images + ${sql.lit(count)}, bytes = bytes + ${sql.lit(count * Number(source.bytes))}
    where user_id = ${source.user_id}`.execute(db)
  return ids
}

async function linkFiles(from: string, to: string, names: string[]) {
  await mkdir(to, { recursive: true })
  await Promise.all(names.map((name) => hardLink(join(from, name), join(to, name))))
}
