import { describe, expect, test } from 'vitest'
import type { Comment } from '#shared/comments.ts'
import { maxCommentsOfImage } from '#shared/limits.ts'
import { withPass } from '#test/support/link-access.ts'
import { createStrangers } from '#test/support/strangers.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

async function aPicture(fields: Record<string, unknown> = {}) {
  const link = await build.aLink({ comments: 'guests', holdGuestComments: false, ...fields })
  const [imageId = ''] = await build.imageRows(link, 1)
  return { link, imageId, url: `/api/comments/image/${imageId}` }
}

const wordsOf = ({ data }: { data: Comment[] }) => data.map(({ content }) => content)
const words = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `word ${from + n}`)

const write = (url: string, pass = '') =>
  server.post(
    url,
    { content: 'Lovely light', name: 'Grandma' },
    { from: build.anAddress(), ...(pass && withPass(pass)) },
  )

const countOf = async (imageId: string) => {
  const row = await server.db
    .selectFrom('images')
    .select('comment_count')
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow()
  return row.comment_count
}

describe('the list of comments', () => {
  test('starts with the newest 100 comments and pages back to older ones', async () => {
    const { link, imageId, url } = await aPicture()
    await createStrangers(server).comments(link._id, imageId, 250)
    const first = (await server.get(url)).body
    expect(wordsOf(first)).toEqual(words(150, 249))
    const second = (await server.get(`${url}?cursor=${first.nextCursor}&limit=90`)).body
    expect(wordsOf(second)).toEqual(words(60, 149))
    const third = (await server.get(`${url}?cursor=${second.nextCursor}`)).body
    expect(wordsOf(third)).toEqual(words(0, 59))
    expect(third).not.toHaveProperty('nextCursor')
    expect((await server.get(`${url}?cursor=nonsense`)).status).toBe(400)
  })

  test('is included on the image page, with a cursor for older comments', async () => {
    const { link, imageId, url } = await aPicture()
    await createStrangers(server).comments(link._id, imageId, 130)
    const visitor = { passTokens: [], client: { network: build.anAddress() } }
    const page = await server.services.pages.find({ page: 'image', id: imageId }, visitor)
    const data = page && 'read' in page ? page.read().data : undefined
    const { comments, commentsCursor } = data?.page === 'image' && data.image.state === 'open' ? data.image : {}
    expect(wordsOf({ data: comments ?? [] })).toEqual(words(30, 129))
    expect(wordsOf((await server.get(`${url}?cursor=${commentsCursor}`)).body)).toEqual(words(0, 29))
  })

  test("hides other guests' pending comments but shows a guest their own", async () => {
    const { link, imageId, url } = await aPicture()
    const strangers = createStrangers(server)
    await strangers.comments(link._id, imageId, 30)
    await strangers.comments(link._id, imageId, 300, 'waiting')
    const { _id, pass } = (await write(url)).body.data
    await server.db.updateTable('comments').set({ state: 'waiting' }).where('id', '=', _id).execute()
    expect(wordsOf((await server.get(url)).body)).toEqual(words(0, 29))
    const own = (await server.get(`${url}?limit=10`, withPass(pass))).body
    expect(wordsOf(own)).toEqual([...words(21, 29), 'Lovely light'])
    const before = (await server.get(`${url}?limit=100&cursor=${own.nextCursor}`, withPass(pass))).body
    expect(wordsOf(before)).toEqual(words(0, 20))
    const asOwner = { token: link.owner.token }
    expect((await server.get(url, asOwner)).body).toMatchObject({ nextCursor: expect.any(String) })
  })
})

describe('limits per image', () => {
  test('only one of several concurrent comments gets the last slot', async () => {
    const { imageId, url } = await aPicture()
    const full = { comment_count: maxCommentsOfImage - 1 }
    await server.db.updateTable('images').set(full).where('id', '=', imageId).execute()
    const answers = await Promise.all(Array.from({ length: 8 }, () => write(url)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(7).fill([403, 'FORBIDDEN']))
    expect((await server.get(url)).body.data).toHaveLength(1)
    expect(await countOf(imageId)).toBe(maxCommentsOfImage)
  })

  test('deleting a comment frees a slot', async () => {
    const { link, imageId, url } = await aPicture()
    const { _id } = (await write(url)).body.data
    await write(url)
    expect(await countOf(imageId)).toBe(2)
    await server.del(`/api/comments/${_id}`, undefined, { token: link.owner.token })
    expect(await countOf(imageId)).toBe(1)
  })
})
