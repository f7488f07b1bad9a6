import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Client, TestLink } from '#test/support/client.ts'
import { aPicture } from '#test/support/pictures.ts'
import { encodeMetadata } from '#test/support/resumable-uploads.ts'
import { inScope } from '#test/support/scope.ts'
import { type Backend, createProductOn } from './backends.ts'
import { waitsDuring } from './flood.ts'
import { createFindings, type Outcome, quantile } from './outcome.ts'

type Options = { backend: Backend; photos: number; seed: number }

const maxStepMs = 50
const quietMs = 3000
const batchSize = 100

async function addAsGuest(client: Client, { slug }: TestLink) {
  const bytes = await aPicture({ seed: 1 }).jpeg().toBuffer()
  const tus = { 'tus-resumable': '1.0.0' }
  const started = await client.call('POST', '/api/uploads', {
    headers: {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': encodeMetadata({ slug, filename: 'photo.jpg' }),
    },
  })
  const headers = {
    ...tus,
    'x-framelight-pass': started.body.data.pass,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  await client.call('PATCH', String(started.headers.location), { headers, body: bytes })
}

/** Copies the row of the only photo that needs approval. Sending this many would take an hour. */
async function fillQueue(options: Parameters<typeof createDatabase>[0], linkId: string, photos: number) {
  const db = await createDatabase(options)
  const row = await db.selectFrom('waiting_images').selectAll().where('link_id', '=', linkId).executeTakeFirstOrThrow()
  const copies = photos - 1
  for (let n = 0; n < copies; n += batchSize) {
    const rows = Array.from({ length: Math.min(batchSize, copies - n) }, (_, i) => ({
      ...row,
      id: newId(),
      upload_key: null,
      received_hash: `copy ${n + i}`,
    }))
    await db.insertInto('waiting_images').values(rows).execute()
  }
  await db
    .updateTable('guests')
    .set((eb) => ({ image_count: eb('image_count', '+', copies), waiting_count: eb('waiting_count', '+', copies) }))
    .where('id', '=', row.guest_id)
    .execute()
  await db
    .updateTable('links')
    .set((eb) => ({
      guest_image_count: eb('guest_image_count', '+', copies),
      waiting_count: eb('waiting_count', '+', copies),
    }))
    .where('id', '=', linkId)
    .execute()
  await db
    .updateTable('usage')
    .set((eb) => ({ images: eb('images', '+', copies) }))
    .where('user_id', '=', row.user_id)
    .execute()
  await db.destroy()
}

/** Approves a full queue with one call, in steps that don't make anyone else wait. */
export const approveFullQueue = ({ backend, photos, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product, database, inspector } = await createProductOn(backend, scope, { DEFAULT_PLAN: 'gold' })
    const { client } = product
    const owner = await client.aUser()
    const link = await client.aLink(owner, { guestUploads: 'everyone', guestUploadLimit: 5000 })
    const other = await client.aLink(owner)
    await addAsGuest(client, link)
    await fillQueue(database, link._id, photos)

    // The first one reads the database, so it waits for each step's transaction on SQLite.
    const headers = { authorization: `Bearer ${owner.token}` }
    const visits = [
      { method: 'GET', path: `/api/links/${other._id}`, headers },
      { method: 'GET', path: `/api/links/slug/${other.slug}` },
    ]
    const quiet = await waitsDuring(client.url, visits, () => delay(quietMs))
    let done = 0
    let tookMs = 0
    const busy = await waitsDuring(client.url, visits, async () => {
      const until = new Date(Date.now() + 60_000).toISOString()
      const { body, ms } = await client.call('POST', `/api/links/${link._id}/guest-uploads/approve`, {
        token: owner.token,
        json: { until },
      })
      done = body.data?.done ?? 0
      tookMs = ms
    })
    findings.expectCount('approved', done, photos)
    const { body } = await client.get(`/api/links/${link._id}`, owner.token)
    findings.expectCount('images in the gallery', body.data.imageCount, photos)
    findings.expectCount('images waiting', body.data.uploadsWaiting, 0)
    findings.noteAll(await inspector.findRowFaults())
    const longest = (times: number[]) => Math.ceil(Math.max(...times))
    const limit = maxStepMs + longest(quiet.times)
    if (longest(busy.times) > limit) findings.note(`another client waited ${longest(busy.times)} ms`)
    findings.noteAll(busy.problems)
    findings.noteAll(product.crashes)
    return {
      seed,
      problems: findings.problems,
      counts: {
        backend,
        approved: done,
        'in ms': Math.round(tookMs),
        "others' p99 ms": `${quantile(quiet.times, 0.99)} -> ${quantile(busy.times, 0.99)}`,
        "others' longest ms": `${longest(quiet.times)} -> ${longest(busy.times)}`,
      },
    }
  })
