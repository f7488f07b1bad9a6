import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { bytesOf, isFileName, keyOf } from '#server/features/images/image-files.ts'
import { createInspectionRepository } from '#server/features/images/inspection.repository.ts'
import { inspect } from '#server/features/images/inspection.service.ts'
import { uploadOf } from '#server/features/uploads/upload-parts.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import type { Person } from '#test/support/builders.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

/** This leaves enough time for the work to start on a busy machine. */
const patience = { timeout: 60_000 }

let admin: Person
let origin: string
beforeAll(async () => {
  admin = await build.aUser()
  origin = await server.app.listen()
})

async function read(place: string) {
  try {
    const answer = await fetch(origin + place)
    await answer.arrayBuffer()
    return { status: answer.status }
  } catch {
    return { status: 0 }
  }
}

const change = (person: Person, body: object) =>
  server.put(`/api/admin/users/${person.id}`, body, { token: admin.token })
const remove = (person: Person) => server.del(`/api/admin/users/${person.id}`, undefined, { token: admin.token })

const statusesOf = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))].sort()

/** Compares rows, files and counters, ignoring files that are queued for deletion. */
async function differences() {
  const storage = await createDiskStorage({ dir: join(server.config.dataDir, 'pictures'), isGuest: true })
  return (
    await inspect({ inspection: createInspectionRepository(server.db), storage, keyOf, bytesOf, isFileName, uploadOf })
  ).problems
}

/** Repeats a call until `stop` is called, which returns the responses. */
function keepDoing(call: () => Promise<{ status: number }>) {
  const answers: { status: number }[] = []
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const working = (async () => {
    while (!isOver) {
      answers.push(await call())
      // Injected calls may resolve without giving timers a chance to run.
      await setImmediate()
    }
  })()
  return {
    answers,
    stop: async () => {
      isOver = true
      await working
      return answers
    },
  }
}

test('disabling an account during uploads rejects later ones and keeps the counters correct', async () => {
  const link = await build.aLink()
  const uploads = [1, 2, 3].map(() => keepDoing(() => build.anUpload({ link })))
  await vi.waitFor(() => expect(uploads.flatMap(({ answers }) => answers).length).toBeGreaterThan(2), patience)
  expect((await change(link.owner, { isDisabled: true })).status).toBe(200)
  const countImages = () => server.db.selectFrom('images').select('id').where('link_id', '=', link._id).execute()
  const answered = (await Promise.all(uploads.map(({ stop }) => stop()))).flat()
  expect((await build.anUpload({ link })).status).toBe(401)
  const taken = answered.filter(({ status }) => status === 201)
  expect(taken.length).toBeGreaterThan(2)
  expect((await countImages()).length).toBe(taken.length)
  expect(statusesOf(answered).filter((status) => ![201, 401].includes(status))).toEqual([])
  expect(await differences()).toEqual([])

  await change(link.owner, { isDisabled: false })
  const { body } = await server.get(`/api/links/slug/${link.slug}`)
  expect(body.data.imageCount).toBe(taken.length)
})

test('deleting an account during uploads and visits leaves no rows or files behind', async () => {
  const link = await build.aLink()
  const image = await build.anImage({ link })
  const places = [
    `/api/links/slug/${link.slug}`,
    `/api/links/${link._id}/images`,
    `/api/links/slug/${link.slug}/download`,
    `/api/images/${image._id}`,
    `/api/comments/image/${image._id}`,
    image.thumbnailUrl,
  ]
  const readers = places.map((place) => keepDoing(() => read(place)))
  const writers = [
    keepDoing(() => build.anUpload({ link })),
    keepDoing(() => server.post(`/api/comments/image/${image._id}`, { content: 'Lovely' }, { token: admin.token })),
  ]
  await vi.waitFor(() => {
    for (const { answers } of readers) expect(answers.length).toBeGreaterThan(2)
  }, patience)
  expect((await remove(link.owner)).status).toBe(200)
  for (const place of places) expect([place, (await read(place)).status]).toEqual([place, 404])
  const seen = await Promise.all(readers.map(({ stop }) => stop()))
  // ZIP downloads in progress may be aborted.
  const isExpected = (status: number, n: number) => status !== 0 || !places[n]?.endsWith('/download')
  expect(seen.map((answers, n) => statusesOf(answers).filter((status) => isExpected(status, n)))).toEqual(
    places.map(() => [200, 404]),
  )
  const [uploads = [], comments = []] = await Promise.all(writers.map(({ stop }) => stop()))
  expect(statusesOf(uploads).filter((status) => ![201, 401, 404].includes(status))).toEqual([])
  expect(statusesOf(comments).filter((status) => ![201, 404, 429].includes(status))).toEqual([])

  await waitForRemovals(server)
  for (const table of ['links', 'images', 'usage', 'sessions'] as const) {
    expect(await server.db.selectFrom(table).selectAll().where('user_id', '=', link.owner.id).execute()).toEqual([])
  }
  expect(await differences()).toEqual([])
})

test('lowering a limit during uploads rejects later ones and keeps the counters correct', async () => {
  const link = await build.aLink()
  await change(link.owner, { imageLimit: 40 })
  const uploads = [1, 2, 3, 4].map(() => keepDoing(() => build.anUpload({ link })))
  const soFar = () => uploads.flatMap(({ answers }) => answers)
  await vi.waitFor(() => expect(soFar().length).toBeGreaterThan(3), patience)
  await change(link.owner, { imageLimit: 2 })
  const refused = await build.anUpload({ link })
  expect([refused.status, refused.body.code]).toEqual([403, 'IMAGE_LIMIT_REACHED'])
  // Uploads that were already in progress may still be accepted.
  await vi.waitFor(() => expect(soFar().map(({ status }) => status)).toContain(403), patience)
  const answered = (await Promise.all(uploads.map(({ stop }) => stop()))).flat()
  expect(statusesOf(answered)).toEqual([201, 403])
  const used = await server.db
    .selectFrom('usage')
    .select('images')
    .where('user_id', '=', link.owner.id)
    .executeTakeFirstOrThrow()
  expect(used.images).toBe(answered.filter(({ status }) => status === 201).length)
  expect(await differences()).toEqual([])

  await change(link.owner, { imageLimit: 'unlimited' })
  expect((await build.anUpload({ link })).status).toBe(201)
})
