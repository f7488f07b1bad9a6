import type { TrashEntry } from '#shared/trash.ts'
import { count } from '#web/lib/formats.ts'

const dayMs = 24 * 60 * 60 * 1000

export const daysLeft = ({ goesAt }: Pick<TrashEntry, 'goesAt'>, now = Date.now()) =>
  Math.max(0, Math.ceil((Date.parse(goesAt) - now) / dayMs))

export const leftText = (days: number) => (days > 0 ? `${count(days, 'day')} left` : 'Gone soon')

type Counts = Pick<TrashEntry, 'imageCount' | 'commentCount'>

/** Returns what goes along with a link, such as '38 images and 4 comments', or '' for an empty link. */
const contentsOf = ({ imageCount, commentCount }: Counts) =>
  [imageCount > 0 && count(imageCount, 'image'), commentCount > 0 && count(commentCount, 'comment')]
    .filter(Boolean)
    .join(' and ')

/** Says what deleting these entries for good deletes. */
export function purgeSentence(entries: readonly TrashEntry[]) {
  const [only] = entries
  if (only && entries.length === 1) {
    const contents =
      only.kind === 'link' ? contentsOf(only) : only.commentCount > 0 ? count(only.commentCount, 'comment') : ''
    return contents ? `This also deletes its ${contents}. It can't be undone.` : "This can't be undone."
  }
  const comments = entries.reduce((sum, { commentCount }) => sum + commentCount, 0)
  const images = count(entries.length, 'image')
  return `This deletes ${comments > 0 ? `${images} and ${count(comments, 'comment')}` : images}. It can't be undone.`
}

/** Says what emptying the trash deletes. `inLinks` is undefined if not all links have loaded. */
export function emptyingSentence({ links, images }: { links: number; images: number }, inLinks: number | undefined) {
  const ofLinks = links > 0 && `${count(links, 'link')}${inLinks ? ` with ${count(inLinks, 'image')}` : ''}`
  const others =
    images > 0 &&
    (inLinks ? `${images === 1 ? '1 more image' : `${count(images, 'more image')}`}` : count(images, 'image'))
  return `This deletes ${[ofLinks, others].filter(Boolean).join(inLinks ? ', and ' : ' and ')}. It can't be undone.`
}
