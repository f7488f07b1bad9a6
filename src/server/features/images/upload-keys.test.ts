import { readdir } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { findFaults } from '#test/support/pictures.ts'
import { createOwnServer } from '#test/support/server.ts'
import { countOf, type OwnLink, setUsage } from '#test/support/uploads.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

afterEach(async () => {
  expect(await readdir(server.config.tempDir), 'temporary files').toEqual([])
})

describe('an upload with an idempotency key', () => {
  const keyed = (link: OwnLink, key: string) => build.anUpload({ link, headers: { 'idempotency-key': key } })

  test('returns the first image when repeated', async () => {
    const link = await build.aLink()
    const first = await keyed(link, 'upload-1')
    const again = await keyed(link, 'upload-1')
    expect(first.status).toBe(201)
    expect(again.status).toBeLessThan(300)
    expect(again.body).toEqual(first.body)
    expect((await keyed(link, 'upload-2')).body.data._id).not.toBe(first.body.data._id)
    expect(await countOf(server, link)).toBe(2)
  })

  test('creates one image from eight concurrent requests', async () => {
    const own = await createOwnServer()
    const { aLink, anUpload } = createBuilders(own)
    const link = await aLink()
    const headers = { 'idempotency-key': 'once' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => anUpload({ link, headers })))
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual([])
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1)
    expect(await countOf(own, link)).toBe(1)
    await vi.waitFor(async () => expect(await findFaults(own)).toEqual([]))
  })

  test('returns the first image even if it used the last slot', async () => {
    const link = await build.aLink()
    await setUsage(server, link.owner, 749)
    const answers = await Promise.all(Array.from({ length: 8 }, () => keyed(link, 'last')))
    expect(answers.map(({ body }) => body.error).filter(Boolean)).toEqual([])
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1)
    expect((await keyed(link, 'last')).body.data._id).toBe(answers[0]?.body.data._id)
  })

  test('creates a new image in another link or after the first image is deleted', async () => {
    const link = await build.aLink()
    const other = await build.aLink({ owner: link.owner })
    const first = (await keyed(link, 'same')).body.data
    const elsewhere = (await keyed(other, 'same')).body.data
    expect([elsewhere.link._id, elsewhere._id === first._id]).toEqual([other._id, false])
    await server.del(`/api/images/${first._id}`, undefined, { token: link.owner.token })
    const repeated = await keyed(link, 'same')
    expect([repeated.status, repeated.body.data._id === first._id]).toEqual([201, false])
  })

  test('returns 403 to other users', async () => {
    const link = await build.aLink()
    await keyed(link, 'mine')
    const stranger = await build.aUser()
    const { status, body } = await keyed({ ...link, owner: stranger }, 'mine')
    expect([status, body.code, body.data]).toEqual([403, 'FORBIDDEN', undefined])
  })

  test("is found later, together with the link's title and slug", async () => {
    const link = await build.aLink()
    const { _id: imageId } = (await keyed(link, 'known')).body.data
    const find = (id: string) =>
      server.post(`/api/links/${id}/images/known`, { keys: ['known', 'unknown'] }, { token: link.owner.token })
    const { _id, title, slug } = link
    expect((await find(_id)).body).toEqual({
      success: true,
      data: [{ key: 'known', imageId }],
      link: { _id, title, slug },
    })
    expect((await find('unknown')).body.code).toBe('NOT_FOUND')
  })

  test.each(['with blanks', 'x'.repeat(201)])('is rejected if the key is invalid (case %#)', async (key) => {
    expect((await keyed(await build.aLink(), key)).body).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
