import { describe, expect, test } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { withPass } from '#test/support/link-access.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('the link list', () => {
  const titles = (answer: { body: { data: { title: string }[] } }) => answer.body.data.map((link) => link.title)

  async function anOwnerOf(...names: string[]) {
    const owner = await build.aUser()
    for (const title of names) await build.aLink({ owner, title })
    return owner
  }

  test("contains only the owner's links, newest first by default", async () => {
    const { token } = await anOwnerOf('one', 'two', 'three')
    await anOwnerOf('another owner’s')
    expect(titles(await server.get('/api/links', { token }))).toEqual(['three', 'two', 'one'])
    expect(titles(await server.get('/api/links?sort=oldest', { token }))).toEqual(['one', 'two', 'three'])
  })

  test('says which comments and favorites are new since the owner last read their activity', async () => {
    const link = await build.aLink({ choosing: 'on' })
    await build.aLink({ owner: link.owner, title: 'Quiet' })
    const ids = await build.imageRows(link, 3)
    const news = async () =>
      (await server.get('/api/links', { token: link.owner.token })).body.data.map((one: { news?: object }) => one.news)
    expect(await news()).toEqual([undefined, undefined])

    async function send(name: string, chosen: string[]) {
      const from = build.anAddress()
      let pass: { headers?: Record<string, string>; from: string } = { from }
      for (const id of chosen) {
        const { body } = await server.put(`/api/images/${id}/choice`, { chosen: true, note: '' }, pass)
        if (body.data.pass) pass = { ...withPass(body.data.pass), from }
      }
      await server.post(`/api/links/slug/${link.slug}/choice/send`, { name }, pass)
    }
    await build.aComment({ image: { _id: ids[0] ?? '' } })
    await send('Lena', ids)
    await server.clock.advance(1000)
    await send('Anna', ids.slice(1))
    const favorites = [
      { name: 'Anna', count: 2 },
      { name: 'Lena', count: 3 },
    ]
    expect(await news()).toEqual([undefined, { comments: 1, favorites }])

    const read = (query: string) => server.post(`/api/activity/read${query}`, undefined, { token: link.owner.token })
    expect((await read(`?link=${link._id}&kind=choice`)).status).toBe(200)
    expect(await news()).toEqual([undefined, { comments: 1, favorites: [] }])
    await read('?link=another')
    expect(await news()).toEqual([undefined, { comments: 1, favorites: [] }])
    await read('')
    expect(await news()).toEqual([undefined, undefined])
  })

  test('ignores case and accents when it sorts titles', async () => {
    const { token } = await anOwnerOf('banana', 'Éclair', 'Apple', 'cherry', 'apple pie')
    const sorted = ['Apple', 'apple pie', 'banana', 'cherry', 'Éclair']
    expect(titles(await server.get('/api/links?sort=title-asc', { token }))).toEqual(sorted)
    expect(titles(await server.get('/api/links?sort=title-desc', { token }))).toEqual(sorted.reverse())
  })

  test('sorts numbers in titles by value but searches them as text', async () => {
    const { token } = await anOwnerOf('Apple 10', 'apple 9', 'apple 100', 'Apple')
    const sorted = ['Apple', 'apple 9', 'Apple 10', 'apple 100']
    expect(titles(await server.get('/api/links?sort=title-asc', { token }))).toEqual(sorted)
    expect(titles(await server.get('/api/links?sort=title-asc&search=apple 1', { token }))).toEqual(sorted.slice(2))
  })

  test('can be sorted by number of views or images', async () => {
    const { token } = await anOwnerOf('quiet', 'loud')
    await server.db.updateTable('links').set({ visits: 9, image_count: 0 }).where('title', '=', 'loud').execute()
    await server.db.updateTable('links').set({ visits: 1, image_count: 4 }).where('title', '=', 'quiet').execute()
    expect(titles(await server.get('/api/links?sort=most-views', { token }))).toEqual(['loud', 'quiet'])
    expect(titles(await server.get('/api/links?sort=most-images', { token }))).toEqual(['quiet', 'loud'])
  })

  test('ignores case and accents in searches and treats % and _ literally', async () => {
    const owner = await anOwnerOf('Été à Nice', '100% wool', 'snake_case')
    await build.aLink({ owner, title: 'Other', description: 'A day in NICE' })
    const search = async (text: string) =>
      titles(await server.get(`/api/links?search=${encodeURIComponent(text)}&sort=oldest`, { token: owner.token }))
    expect(await search('nice')).toEqual(['Été à Nice', 'Other'])
    expect(await search('ETE')).toEqual(['Été à Nice'])
    expect(await search('%')).toEqual(['100% wool'])
    expect(await search('e_c')).toEqual(['snake_case'])
    expect(await search('\\')).toEqual([])
  })

  test.each(['newest', 'oldest', 'title-asc', 'title-desc', 'most-views', 'most-images'])(
    'has no gaps or duplicates between pages when sorted by %s',
    async (sort) => {
      const { token } = await anOwnerOf('same', 'same', 'other', 'same', 'last')
      const whole = (await server.get(`/api/links?sort=${sort}`, { token })).body
      expect(whole.nextCursor).toBeUndefined()
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const query = cursor ? `&cursor=${cursor}` : ''
        const { body } = await server.get(`/api/links?sort=${sort}&limit=2${query}`, { token })
        seen.push(...body.data.map((link: { _id: string }) => link._id))
        cursor = body.nextCursor
      } while (cursor)
      expect(seen).toEqual(whole.data.map((link: { _id: string }) => link._id))
    },
  )

  test.each([
    ['cursor=garbage', 'cursor'],
    ['sort=views', 'sort'],
    ['limit=0', 'limit'],
    ['limit=many', 'limit'],
    ['limit=101', 'limit'],
  ])('rejects ?%s', async (query, field) => {
    const { token } = await build.aUser()
    const { status, body } = await server.get(`/api/links?${query}`, { token })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
  })

  test('for visitors contains only listed, public, unexpired links', async () => {
    const own = await createOwnServer({ defaultPlan: 'gold' })
    const { aLink, anExpiredLink, aUser } = createBuilders(own)
    const owner = await aUser()
    await aLink({ owner, title: 'shown' })
    await aLink({ owner, title: 'unlisted', isListed: false })
    await aLink({ owner, title: 'private', isPrivate: true })
    await anExpiredLink({ owner })
    await aLink({ owner, title: 'shown until tomorrow', expiresAt: inDays(1) })
    const first = await own.get('/api/links/public?limit=1')
    expect(titles(first)).toEqual(['shown until tomorrow'])
    const second = await own.get(`/api/links/public?limit=1&cursor=${first.body.nextCursor}`)
    expect(titles(second)).toEqual(['shown'])
    expect(second.body.nextCursor).toBeUndefined()
  })
})

test("an expired link is marked as expired and stays off the public list until it's extended", async () => {
  const link = await build.anExpiredLink()
  const rowOf = () =>
    server.db.selectFrom('links').select('is_over').where('id', '=', link._id).executeTakeFirstOrThrow()
  const isListed = async () =>
    (await server.get('/api/links/public?limit=100')).body.data.some(({ _id }: { _id: string }) => _id === link._id)
  expect(await isListed()).toBe(false)
  await server.services.links.markExpired()
  expect(await rowOf()).toEqual({ is_over: 1 })
  // The mark alone hides the link, so the list query doesn't have to scan past expired links.
  await server.db.updateTable('links').set({ expires_at: null }).where('id', '=', link._id).execute()
  expect(await isListed()).toBe(false)

  const expiresAt = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
  await server.put(`/api/links/${link._id}`, { expiresAt }, { token: link.owner.token })
  expect(await rowOf()).toEqual({ is_over: 0 })
  expect(await isListed()).toBe(true)
})
