import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { changeLink, refresh, withChanged, withCover, withImage, withOrder, withoutImages } from './link-cache.ts'

const image = (id: string, fields: Partial<Image> = {}) => ({ _id: id, isCoverImage: false, ...fields }) as Image
const link = (...images: Image[]) => ({ _id: 'link', imageCount: images.length, images }) as Link
const ids = ({ images }: Link) => images.map(({ _id }) => _id).join('')
const covers = ({ images }: Link) => images.filter((one) => one.isCoverImage).map(({ _id }) => _id)
const abc = () => link(image('a', { isCoverImage: true }), image('b'), image('c'))

test('a new image is added once, at the end', () => {
  const once = withImage(abc(), image('d'))
  expect([ids(once), once.imageCount, ids(withImage(once, image('d')))]).toEqual(['abcd', 4, 'abcd'])
})

test('a new cover replaces the old one without copying the other images', () => {
  const before = abc()
  expect(covers(withImage(before, image('d', { isCoverImage: true })))).toEqual(['d'])
  const after = withCover(before, 'c')
  expect(covers(after)).toEqual(['c'])
  expect(after.images[1]).toBe(before.images[1])
})

test('images can be removed, updated and reordered', () => {
  expect(withoutImages(abc(), new Set(['a', 'c']))).toMatchObject({ imageCount: 1, images: [{ _id: 'b' }] })
  expect(withChanged(abc(), image('b', { title: 'Dunes' })).images[1]?.title).toBe('Dunes')
  expect(ids(withOrder(abc(), ['c', 'a', 'b']))).toBe('cab')
  expect(ids(withOrder(abc(), ['c']))).toBe('cab')
})

test('the trash and the galleries of others are fetched again after a change', () => {
  const client = new QueryClient()
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  const keys = [queryKeys.trashOf('image'), queryKeys.sharedLinks, queryKeys.editedLinks('owner')]
  for (const key of keys) client.setQueryData<unknown>(key, [])
  void refresh(client, 'link')
  expect(keys.map(isStale)).toEqual([true, true, false])
})

describe('an optimistic update', () => {
  test("isn't undone by an earlier request", async () => {
    const client = new QueryClient()
    client.setQueryData(queryKeys.link('link'), abc())
    let answer = (_link: Link) => {}
    const fetching = client.fetchQuery({
      queryKey: queryKeys.link('link'),
      queryFn: () => new Promise<Link>((resolve) => (answer = resolve)),
    })
    await Promise.resolve()
    changeLink(client, 'link', (known) => withOrder(known, ['c', 'b', 'a']))
    answer(abc())
    await fetching
    expect(ids(client.getQueryData(queryKeys.link('link')) as Link)).toBe('cba')
  })

  test("doesn't cancel the first fetch of a link", async () => {
    const client = new QueryClient()
    let answer = (_link: Link) => {}
    const fetching = client.fetchQuery({
      queryKey: queryKeys.link('link'),
      queryFn: () => new Promise<Link>((resolve) => (answer = resolve)),
    })
    await Promise.resolve()
    changeLink(client, 'link', (known) => withImage(known, image('d')))
    answer(abc())
    expect(ids(await fetching)).toBe('abc')
  })
})
