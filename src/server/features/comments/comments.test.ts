import { describe, expect, test } from 'vitest'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer()

describe('commenting', () => {
  test('returns 201 with the comment and its author', async () => {
    const image = await build.anImage()
    const author = await build.aUser({ name: 'Mary Somerville' })
    const url = `/api/comments/image/${image._id}`
    const { status, body } = await server.post(url, { content: '  Wonderful\r\nlight ' }, { token: author.token })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      data: {
        _id: expect.any(String),
        content: 'Wonderful\nlight',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        user: { _id: author.id, name: 'Mary Somerville' },
        state: 'shown',
      },
    })
    expect((await server.get(url)).body.data).toEqual([body.data])
  })

  test('requires a login by default', async () => {
    const image = await build.anImage()
    const { status, body } = await server.post(`/api/comments/image/${image._id}`, { content: 'Hello' })
    expect(status).toBe(401)
    expect(body).toMatchObject({ code: 'UNAUTHENTICATED', error: 'Please login to add a comment' })
  })

  test.each([
    [{ content: ' \n ' }, 'Comment is required'],
    [{}, 'Comment is required'],
    [{ content: 'x'.repeat(1001) }, 'Comment cannot be more than 1000 characters'],
    [{ content: 5 }, 'Comment must be text'],
  ])('rejects %j', async (input, sentence) => {
    const image = await build.anImage()
    const { body } = await server.post(`/api/comments/image/${image._id}`, input, { token: image.owner.token })
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', fields: { content: sentence } })
  })

  test('keeps markup as text', async () => {
    const content = '<script>alert(1)</script> & "quotes" 😀'
    const comment = await build.aComment({ content })
    expect(comment.content).toBe(content)
  })

  test('is limited to twenty comments in ten minutes', async () => {
    const image = await build.anImage()
    const { token } = await build.aUser()
    const post = () => server.post(`/api/comments/image/${image._id}`, { content: 'again' }, { token })
    const statuses = (await Promise.all(Array.from({ length: 25 }, post))).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })
})

test('comments are listed oldest first', async () => {
  const image = await build.anImage()
  for (const content of ['one', 'two', 'three']) await build.aComment({ image, content })
  const { body } = await server.get(`/api/comments/image/${image._id}`)
  expect(body.data.map((comment: { content: string }) => comment.content)).toEqual(['one', 'two', 'three'])
})

describe('editing and deleting', () => {
  test('the author can edit a comment', async () => {
    const comment = await build.aComment()
    const url = `/api/comments/${comment._id}`
    const { status, body } = await server.put(url, { content: 'Better' }, { token: comment.author.token })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ _id: comment._id, content: 'Better', user: { _id: comment.author.id } })
  })

  test("the link's owner can delete a comment but can't edit it", async () => {
    const image = await build.anImage()
    const comment = await build.aComment({ image })
    const { token } = image.owner
    const changed = await server.put(`/api/comments/${comment._id}`, { content: 'Mine' }, { token })
    expect(changed).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await server.del(`/api/comments/${comment._id}`, undefined, { token })).status).toBe(200)
    expect((await server.get(`/api/comments/image/${image._id}`)).body.data).toEqual([])
  })

  test('a stranger can neither edit nor delete a comment', async () => {
    const comment = await build.aComment()
    const { token } = await build.aUser()
    expect((await server.put(`/api/comments/${comment._id}`, { content: 'x' }, { token })).status).toBe(403)
    expect((await server.del(`/api/comments/${comment._id}`, undefined, { token })).status).toBe(403)
  })

  test('an unknown comment returns 404', async () => {
    const { token } = await build.aUser()
    expect((await server.put('/api/comments/nothing', { content: 'x' }, { token })).status).toBe(404)
    expect((await server.del('/api/comments/nothing', undefined, { token })).body.code).toBe('NOT_FOUND')
  })
})

test('a private link hides its comments, but their authors can still delete them', async () => {
  const link = await build.aLink()
  const comment = await build.aComment({ image: await build.anImage({ link }) })
  const { token } = comment.author
  await server.put(`/api/links/${link._id}`, { isPrivate: true }, { token: link.owner.token })
  const url = `/api/comments/image/${comment.image._id}`
  expect((await server.get(url, { token })).body.code).toBe('LINK_PRIVATE')
  expect((await server.post(url, { content: 'x' }, { token })).body.code).toBe('LINK_PRIVATE')
  const stranger = await build.aUser()
  const own = `/api/comments/${comment._id}`
  expect((await server.put(own, { content: 'x' }, { token: stranger.token })).body.code).toBe('LINK_PRIVATE')
  expect((await server.del(own, undefined, { token: stranger.token })).body.code).toBe('LINK_PRIVATE')
  expect((await server.get(url, { token: link.owner.token })).status).toBe(200)
  expect((await server.put(own, { content: 'Better' }, { token })).body.code).toBe('LINK_PRIVATE')
  expect((await server.del(own, undefined, { token })).status).toBe(200)
  expect((await server.get(url, { token: link.owner.token })).body.data).toEqual([])
})

describe('editing a comment', () => {
  test('requires the right to comment, unlike deleting it', async () => {
    const link = await build.aLink()
    const comment = await build.aComment({ image: await build.anImage({ link }) })
    const { token } = comment.author
    const own = `/api/comments/${comment._id}`
    await server.put(`/api/links/${link._id}`, { comments: 'off' }, { token: link.owner.token })
    const refused = await server.put(own, { content: 'Buy now' }, { token })
    expect([refused.status, refused.body.code]).toEqual([403, 'COMMENTS_OFF'])
    expect((await server.get(`/api/comments/image/${comment.image._id}`)).body.data).toMatchObject([
      { content: 'Lovely light' },
    ])
    expect((await server.del(own, undefined, { token })).status).toBe(200)
  })

  test('counts toward the limit of twenty in ten minutes', async () => {
    const comment = await build.aComment()
    const { token } = comment.author
    const change = () => server.put(`/api/comments/${comment._id}`, { content: 'Better' }, { token })
    for (let n = 1; n < 20; n++) expect((await change()).status).toBe(200)
    expect((await change()).body.code).toBe('RATE_LIMITED')
    const url = `/api/comments/image/${comment.image._id}`
    expect((await server.post(url, { content: 'One more' }, { token })).status).toBe(429)
  })
})
