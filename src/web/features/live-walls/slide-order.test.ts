import { expect, test } from 'vitest'
import { nextSlide, noSlides, withList } from './slide-order.ts'

const show = (
  ids: string[],
  order: 'newest' | 'gallery' | 'shuffle',
  count: number,
  slides = withList(noSlides, ids),
) => {
  const shown: (string | undefined)[] = []
  for (let now = slides; shown.length < count; now = nextSlide(now, ids, order, () => 0)) shown.push(now.current)
  return shown
}

test('a wall shows its images in order, and starts over', () => {
  expect(show(['c', 'b', 'a'], 'newest', 5)).toEqual(['c', 'b', 'a', 'c', 'b'])
  expect(show(['a'], 'gallery', 2)).toEqual(['a', 'a'])
})

test('new images come next, the newest first', () => {
  const before = nextSlide(withList(noSlides, ['b', 'a']), ['b', 'a'], 'newest')
  const ids = ['d', 'c', 'b', 'a']
  expect(show(ids, 'newest', 4, withList(before, ids))).toEqual(['a', 'd', 'c', 'b'])
})

test('the first image of an empty wall is shown once', () => {
  const ids = ['a']
  expect(withList(withList(noSlides, []), ids)).toMatchObject({ current: 'a', fresh: [] })
})

test('a shuffled wall shows every image before it repeats one', () => {
  const shown = show(['d', 'c', 'b', 'a'], 'shuffle', 8)
  expect(new Set(shown.slice(0, 4)).size).toBe(4)
  expect(shown[4]).not.toBe(shown[3])
})

test('an image that was deleted is not shown anymore', () => {
  const waiting = withList(withList(noSlides, ['a']), ['b', 'a'])
  expect(withList(waiting, ['a'])).toMatchObject({ current: 'a', fresh: [] })
  expect(withList(withList(noSlides, ['b', 'a']), ['a']).current).toBe('a')
})
