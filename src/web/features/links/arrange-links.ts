import type { Link, LinkSort } from '#shared/links.ts'

type Arranged = Pick<Link, 'title' | 'description' | 'createdAt' | 'views' | 'imageCount'>

export const linkSorts: readonly { value: LinkSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'title-asc', label: 'Title A-Z' },
  { value: 'title-desc', label: 'Title Z-A' },
  { value: 'most-views', label: 'Most views' },
  { value: 'most-images', label: 'Most images' },
]

const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const newestFirst = (a: Arranged, b: Arranged) => Date.parse(b.createdAt) - Date.parse(a.createdAt)

const orders: Record<LinkSort, (a: Arranged, b: Arranged) => number> = {
  newest: newestFirst,
  oldest: (a, b) => newestFirst(b, a),
  'title-asc': (a, b) => compare(a.title, b.title),
  'title-desc': (a, b) => compare(b.title, a.title),
  'most-views': (a, b) => b.views - a.views,
  'most-images': (a, b) => b.imageCount - a.imageCount,
}

/** Without case, accents and doubled spaces, as the API's own search compares. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** The links whose title or description holds what is searched for, in order; those that are equal, newest first. */
export function arrangeLinks<L extends Arranged>(links: readonly L[], search: string, sort: LinkSort): L[] {
  const wanted = plain(search)
  return links
    .filter(({ title, description }) => plain(title).includes(wanted) || plain(description).includes(wanted))
    .sort((a, b) => orders[sort](a, b) || newestFirst(a, b))
}
