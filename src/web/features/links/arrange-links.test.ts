import { describe, expect, test } from 'vitest'
import { arrangeLinks, linkSorts } from './arrange-links.ts'

const aLink = (title: string, day: number, { description = '', views = 0, imageCount = 0 } = {}) => ({
  title,
  description,
  views,
  imageCount,
  createdAt: `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`,
})

const links = [
  aLink('Été in Lyon', 2, { views: 3, imageCount: 4 }),
  aLink('after hours', 9, { description: 'Small streets, late,  with one lens.', views: 20 }),
  aLink('Walk 10', 4, { imageCount: 9 }),
  aLink('Walk 9', 6, { description: 'For Lena and Tom', views: 3 }),
]
const titles = (search: string, sort: (typeof linkSorts)[number]['value'] = 'newest') =>
  arrangeLinks(links, search, sort).map(({ title }) => title)

describe('searching', () => {
  test('without a search text matches every link', () => {
    expect(titles('')).toHaveLength(4)
    expect(titles('   ')).toHaveLength(4)
  })

  test('matches titles, ignoring case', () => {
    expect(titles('WALK')).toEqual(['Walk 9', 'Walk 10'])
    expect(titles('After')).toEqual(['after hours'])
  })

  test('matches descriptions, ignoring extra spaces', () => {
    expect(titles('late, with')).toEqual(['after hours'])
    expect(titles('LENA')).toEqual(['Walk 9'])
  })

  test('ignores accents', () => {
    expect(titles('ete')).toEqual(['Été in Lyon'])
  })

  test('treats punctuation literally', () => {
    expect(titles('.*')).toEqual([])
    expect(titles('lens.')).toEqual(['after hours'])
  })
})

describe('sorting', () => {
  test.each([
    ['newest', ['after hours', 'Walk 9', 'Walk 10', 'Été in Lyon']],
    ['oldest', ['Été in Lyon', 'Walk 10', 'Walk 9', 'after hours']],
    ['title-asc', ['after hours', 'Été in Lyon', 'Walk 9', 'Walk 10']],
    ['title-desc', ['Walk 10', 'Walk 9', 'Été in Lyon', 'after hours']],
    ['most-views', ['after hours', 'Walk 9', 'Été in Lyon', 'Walk 10']],
    ['most-images', ['Walk 10', 'Été in Lyon', 'after hours', 'Walk 9']],
  ] as const)('by %s orders the links, with ties newest first', (sort, order) => {
    expect(titles('', sort)).toEqual(order)
  })

  test("doesn't modify its input", () => {
    arrangeLinks(links, '', 'title-asc')
    expect(links[0]?.title).toBe('Été in Lyon')
  })
})

test('the sort options have the labels from the specification', () => {
  expect(linkSorts.map(({ label }) => label)).toEqual([
    'Newest first',
    'Oldest first',
    'Title A-Z',
    'Title Z-A',
    'Most views',
    'Most images',
  ])
})
