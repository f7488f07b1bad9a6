import type { Link, LinkSort } from '#shared/links.ts'
import { searchKey, sortKey } from '#shared/search-key.ts'

type Arranged = Pick<Link, 'title' | 'description' | 'createdAt' | 'views' | 'imageCount'>

export const linkSorts: readonly { value: LinkSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'title-asc', label: 'Title A-Z' },
  { value: 'title-desc', label: 'Title Z-A' },
  { value: 'most-views', label: 'Most views' },
  { value: 'most-images', label: 'Most images' },
]

/** Sorts titles in the same order as the API. */
const compare = (one: string, other: string) => {
  const [a, b] = [sortKey(one), sortKey(other)]
  return a < b ? -1 : Number(a > b)
}
const newestFirst = (a: Arranged, b: Arranged) => Date.parse(b.createdAt) - Date.parse(a.createdAt)

const orders: Record<LinkSort, (a: Arranged, b: Arranged) => number> = {
  newest: newestFirst,
  oldest: (a, b) => newestFirst(b, a),
  'title-asc': (a, b) => compare(a.title, b.title),
  'title-desc': (a, b) => compare(b.title, a.title),
  'most-views': (a, b) => b.views - a.views,
  'most-images': (a, b) => b.imageCount - a.imageCount,
}

export function arrangeLinks<L extends Arranged>(links: readonly L[], search: string, sort: LinkSort): L[] {
  const key = searchKey(search)
  return links
    .filter(({ title, description }) => searchKey(title).includes(key) || searchKey(description).includes(key))
    .sort((a, b) => orders[sort](a, b) || newestFirst(a, b))
}
