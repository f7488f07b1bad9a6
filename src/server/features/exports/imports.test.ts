import { describe, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import type { ImportedFeedback } from '#shared/exports.ts'
import { importedBytesPerDay, importedRowsOfLink } from '#shared/limits.ts'
import { type Builders, createBuilders } from '#test/support/builders.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const at = '2026-01-01T00:00:00.000Z'

type Image = Awaited<ReturnType<Builders['anImage']>>
type Favorites = ImportedFeedback['choices'][number]

const aComment = (imageId: string, content = 'Lovely') => ({
  ...{ imageId, name: 'Grandma', content, isOwners: false, state: 'shown' as const, createdAt: at },
})
const favoritesOf = (name: string, imageIds: string[], note = ''): Favorites => ({
  ...{ name, email: null, message: '', isSent: true, sentAt: at, createdAt: at },
  images: imageIds.map((imageId) => ({ imageId, note })),
})
const feedbackOf = (given: Partial<ImportedFeedback>): ImportedFeedback => ({ comments: [], choices: [], ...given })

const importFeedback = ({ link }: Image, given: Partial<ImportedFeedback>) =>
  server.post(`/api/links/${link._id}/import`, feedbackOf(given), { token: link.owner.token })

const favoritesIn = ({ link }: Image) =>
  server.db
    .selectFrom('choice_images')
    .innerJoin('choices', 'choices.id', 'choice_images.choice_id')
    .select(['choices.name', 'choice_images.note'])
    .where('choices.link_id', '=', link._id)
    .orderBy('choices.name')
    .execute()

const commentsOn = ({ _id }: Image) =>
  server.db.selectFrom('comments').select(['guest_name', 'content']).where('image_id', '=', _id).execute()

test("an import keeps the authors' names, and repeating it adds nothing", async () => {
  const image = await build.anImage()
  const given = {
    comments: [aComment(image._id), aComment('an image of another link')],
    choices: [favoritesOf('Lena', [image._id], 'For the cover'), favoritesOf('Ann', [])],
  }
  for (let time = 0; time < 2; time++) {
    const { status } = await importFeedback(image, given)
    expect(status).toBe(200)
    expect(await commentsOn(image)).toEqual([{ guest_name: 'Grandma', content: 'Lovely' }])
    expect(await favoritesIn(image)).toEqual([{ name: 'Lena', note: 'For the cover' }])
  }
  const guests = await server.db.selectFrom('guests').select('name').where('link_id', '=', image.link._id).execute()
  expect(guests.map(({ name }) => name).sort()).toEqual(['Ann', 'Grandma', 'Lena'])
})

test('a favorite listed twice is imported once, with its first note', async () => {
  const image = await build.anImage()
  const list = favoritesOf('Lena', [image._id, image._id], 'First')
  const [, second] = list.images
  if (second) second.note = 'Second'
  expect((await importFeedback(image, { choices: [list] })).status).toBe(200)
  expect(await favoritesIn(image)).toEqual([{ name: 'Lena', note: 'First' }])
})

test('a large import completes an earlier partial one', async () => {
  const image = await build.anImage()
  const link = await build.aLink({ owner: image.owner })
  const ids = await build.imageRows(link, 700)
  const there = { ...image, link }
  await importFeedback(there, { choices: [favoritesOf('Lena', ids.slice(0, 300))] })
  const choices = [favoritesOf('Lena', ids), favoritesOf('Ann', ids.slice(0, 150)), favoritesOf('Tom', [])]
  const comments = ids.slice(0, 100).map((id) => aComment(id))
  expect((await importFeedback(there, { choices, comments })).status).toBe(200)
  const names = (await favoritesIn(there)).map(({ name }) => name)
  expect([names.length, names.filter((name) => name === 'Lena').length]).toEqual([850, 700])
  const { row_count: counted } = await server.db
    .selectFrom('imports')
    .select('row_count')
    .where('link_id', '=', link._id)
    .executeTakeFirstOrThrow()
  expect(counted).toBe(850 + 3 + 100)
})

describe('limits', () => {
  test('an import of more than 1000 favorites is rejected', async () => {
    const image = await build.anImage()
    const choices = Array.from({ length: 9 }, (_, n) => favoritesOf(`Guest ${n}`, Array(600).fill(image._id)))
    const { status, body } = await importFeedback(image, { choices })
    expect([status, body.fields.choices]).toEqual([400, 'At most 1000 favorites per import'])
  })

  test('a link accepts a limited number of imported rows, not counting repeated ones', async () => {
    const image = await build.anImage()
    await importFeedback(image, { comments: [aComment(image._id)] })
    await server.db
      .updateTable('imports')
      .set({ row_count: importedRowsOfLink })
      .where('link_id', '=', image.link._id)
      .execute()
    expect((await importFeedback(image, { comments: [aComment(image._id)] })).status).toBe(200)
    const { status, body } = await importFeedback(image, { comments: [aComment(image._id, 'One more')] })
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    expect(await commentsOn(image)).toHaveLength(1)
  })

  test('an account can import a limited number of bytes a day', async () => {
    const image = await build.anImage()
    const given = (content: string) => ({ comments: [aComment(image._id, content.padEnd(1000, '.'))] })
    expect((await importFeedback(image, given('one'))).status).toBe(200)
    // The table also counts calls, but far fewer than 1000.
    await server.db
      .updateTable('rate_limits')
      .set({ count: importedBytesPerDay - 1000 })
      .where('count', '>=', 1000)
      .execute()
    const refused = await importFeedback(image, given('two'))
    expect([refused.status, refused.body.error]).toEqual([429, "You've imported a lot today. Try again tomorrow."])
    server.clock.advance(hours(24))
    const token = await build.aSession(image.owner)
    const later = { ...image, link: { ...image.link, owner: { ...image.owner, token } } }
    expect((await importFeedback(later, given('two'))).status).toBe(200)
  })

  test('an account can use at most half of the import slots', async () => {
    const image = await build.anImage()
    const viewer = { userId: image.owner.id, sessionId: '' }
    const leave = Array.from({ length: 2 }, () => server.services.imports.enter(viewer))
    const refused = await importFeedback(image, {})
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2'])
    const other = await build.anImage()
    expect((await importFeedback(other, {})).status).toBe(200)
    for (const each of leave) each()
    for (let n = 0; n < 10; n++) expect((await importFeedback(image, {})).status).toBe(200)
  })

  test('an import is rejected if free disk space is below the reserve', async () => {
    const own = await createOwnServer({ diskReserveMb: 999_999_999 })
    const link = await createBuilders(own).aLink()
    const { status, body } = await own.post(`/api/links/${link._id}/import`, feedbackOf({}), {
      token: link.owner.token,
    })
    expect([status, body.code]).toEqual([503, 'UNAVAILABLE'])
  })
})
