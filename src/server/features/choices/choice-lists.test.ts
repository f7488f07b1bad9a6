import { describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import type { Choice } from '#shared/choices.ts'
import { maxChoicesOfLink, maxGuestsOfLink } from '#shared/limits.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { createStrangers } from '#test/support/strangers.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const access = createLinkAccess(server)

async function aChoosingLink(pictures: number) {
  const link = await build.aLink({ choosing: 'on' })
  return { ...link, ids: await build.imageRows(link, pictures) }
}
type TestLink = Awaited<ReturnType<typeof aChoosingLink>>

const asOwner = ({ owner }: TestLink) => ({ token: owner.token })
const at = ({ ids }: TestLink, n: number) => ids[n] ?? ''

async function page(link: TestLink, query = '') {
  const { body } = await server.get(`/api/links/${link._id}/choices${query}`, asOwner(link))
  return body as { data: Choice[]; nextCursor?: string }
}

async function allPages(link: TestLink, limit: number) {
  const found: Choice[][] = []
  for (let cursor = ''; ; ) {
    const { data, nextCursor } = await page(link, `?limit=${limit}${cursor}`)
    found.push(data)
    if (nextCursor === undefined) return found
    cursor = `&cursor=${nextCursor}`
  }
}

const heart = (link: TestLink, n: number, options: Parameters<typeof server.put>[2] = { from: build.anAddress() }) =>
  server.put(`/api/images/${at(link, n)}/choice`, { chosen: true }, options)

const setCount = (link: TestLink, counts: { choice_count?: number; guest_count?: number }) =>
  server.db.updateTable('links').set(counts).where('id', '=', link._id).execute()

const countsOf = (link: TestLink) =>
  server.db
    .selectFrom('links')
    .select(['guest_count', 'choice_count'])
    .where('id', '=', link._id)
    .executeTakeFirstOrThrow()

describe('the list of favorites', () => {
  test('shows each person once, newest first, in pages of up to 100', async () => {
    const link = await aChoosingLink(2)
    const ids = await createStrangers(server).choices(link._id, 230, (n) => [{ imageId: at(link, n % 2) }])
    const first = await page(link)
    expect(first.data).toHaveLength(100)
    expect(first.data[0]).toMatchObject({ guest: { name: 'Guest 229' }, imageIds: [at(link, 1)] })
    const pages = await allPages(link, 70)
    expect(pages.map(({ length }) => length)).toEqual([70, 70, 70, 20])
    expect(pages.flat().map(({ _id }) => _id)).toEqual(ids.toReversed())
    expect((await server.get(`/api/links/${link._id}/choices?limit=101`, asOwner(link))).status).toBe(400)
    expect((await server.get(`/api/links/${link._id}/choices?cursor=nonsense`, asOwner(link))).status).toBe(400)
  })

  test('ends a page early if people picked many images, without skipping anyone', async () => {
    const link = await aChoosingLink(600)
    const all = link.ids.map((imageId) => ({ imageId }))
    await createStrangers(server).choices(link._id, 20, () => all)
    const pages = await allPages(link, 100)
    expect(pages.map(({ length }) => length)).toEqual([8, 8, 4])
    expect(pages.flat().every(({ imageIds }) => imageIds.length === 600)).toBe(true)
  })

  test('has no cursor if it fits on one page', async () => {
    const link = await aChoosingLink(1)
    await heart(link, 0)
    expect(await page(link)).toEqual({ success: true, data: [expect.objectContaining({ imageIds: link.ids })] })
  })
})

describe("files of everyone's favorites", () => {
  test('contain every image once and every note', async () => {
    const link = await aChoosingLink(450)
    const last = at(link, 449)
    await createStrangers(server).choices(link._id, 450, (n) => [
      { imageId: at(link, n) },
      ...(n === 449 ? [] : [{ imageId: last, note: `note ${n}` }]),
    ])
    const names = await server.get(`/api/links/${link._id}/choices.txt`, asOwner(link))
    expect(names.body.split(', ')).toEqual(link.ids.map((_, n) => `IMG_${n + 1}.CR3`))
    const { body } = await server.get(`/api/links/${link._id}/choices.csv`, asOwner(link))
    const notes = [...body.matchAll(/Guest (\d+): note (\d+)/g)].map(([, guest, note]) => [Number(guest), Number(note)])
    expect(notes).toEqual(Array.from({ length: 449 }, (_, n) => [n, n]))
    expect(body.match(/IMG_\d+\.CR3\.jpg/g)).toHaveLength(450)
  })

  test('have no body in the response to a HEAD request', async () => {
    const link = await aChoosingLink(1)
    await heart(link, 0)
    const head = await server.app.inject({
      method: 'HEAD',
      url: `/api/links/${link._id}/choices.csv`,
      headers: { authorization: `Bearer ${link.owner.token}` },
    })
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, 'text/csv; charset=utf-8', ''])
  })
})

test('concurrent changes to one list all take effect', async () => {
  const link = await aChoosingLink(3)
  const { pass } = (await heart(link, 0)).body.data
  const put = (n: number, chosen: boolean) =>
    server.put(`/api/images/${at(link, n)}/choice`, { chosen }, withPass(pass))
  const answers = await Promise.all([put(0, false), put(1, true), put(2, true)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const own = await server.get(`/api/links/slug/${link.slug}/choice`, withPass(pass))
  expect(own.body.data.imageIds).toEqual([at(link, 1), at(link, 2)])
  expect((await countsOf(link)).choice_count).toBe(1)
})

describe("limits on a link's favorites", () => {
  test('concurrent requests for the last slot create one list', async () => {
    const link = await aChoosingLink(1)
    await setCount(link, { choice_count: maxChoicesOfLink - 1 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => heart(link, 0)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(11).fill([403, 'FORBIDDEN']))
    expect(refused[0]?.body.error).toContain('reached its limit for favorites')
    expect((await countsOf(link)).choice_count).toBe(maxChoicesOfLink)
  })

  test('deleting a list or its last favorite frees a slot', async () => {
    const link = await aChoosingLink(2)
    const { pass } = (await heart(link, 0)).body.data
    const [{ _id = '' } = {}] = (await page(link)).data
    expect((await countsOf(link)).choice_count).toBe(1)
    await server.del(`/api/choices/${_id}`, undefined, asOwner(link))
    expect((await countsOf(link)).choice_count).toBe(0)
    await heart(link, 0, withPass(pass))
    expect(await countsOf(link)).toEqual({ choice_count: 1, guest_count: 1 })
    const out = await server.put(`/api/images/${at(link, 0)}/choice`, { chosen: false }, withPass(pass))
    expect(out.body.data).toMatchObject({ imageIds: [], state: 'open' })
    expect(await countsOf(link)).toEqual({ choice_count: 0, guest_count: 1 })
    expect((await heart(link, 1, withPass(pass))).body.data.imageIds).toEqual([at(link, 1)])
  })

  test('a link at its guest limit still accepts invited and signed-in people', async () => {
    const link = await aChoosingLink(1)
    await setCount(link, { guest_count: maxGuestsOfLink })
    const refused = await heart(link, 0)
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
    const { pass } = await access.enter(await access.invite(link))
    expect((await heart(link, 0, withPass(pass))).status).toBe(200)
    const { token } = await build.aUser()
    expect((await heart(link, 0, { token })).status).toBe(200)
  })

  test('a link accepts 500 new guests an hour, then only invited ones', async () => {
    const link = await aChoosingLink(1)
    await heart(link, 0)
    // Simulate 498 more guests.
    await server.db.updateTable('rate_limits').set({ count: 499 }).execute()
    expect((await heart(link, 0)).status).toBe(200)
    const refused = await heart(link, 0)
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    const { pass } = await access.enter(await access.invite(link))
    expect((await heart(link, 0, withPass(pass))).status).toBe(200)
    server.clock.advance(minutes(61))
    expect((await heart(link, 0)).status).toBe(200)
  })
})
