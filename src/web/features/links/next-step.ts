import { Clock, ImagePlus, type LucideIcon, MessageCircle, Share2 } from 'lucide-react'
import { generatePath } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { count, formatExpiry } from '#web/lib/formats.ts'

const dayMs = 24 * 60 * 60 * 1000
const soonDays = 3

export type NextStep = {
  sentence: string
  icon: LucideIcon
  isWarning?: boolean
  /** Where it is done; without one it is sharing. */
  to?: string
}
type Facts = Pick<Link, '_id' | 'slug' | 'imageCount' | 'views' | 'isPrivate' | 'isExpired' | 'expiresAt'> & {
  /** That its owner has not read yet. */
  newComments: number
}

function expiryText(expiresAt: string, now: number) {
  const days = Math.floor((Date.parse(expiresAt) - now) / dayMs)
  return days < 1 ? `Closes ${formatExpiry(expiresAt, now)}` : `Closes in ${days === 1 ? 'a day' : `${days} days`}`
}

/** The one thing that a link asks of its owner now; undefined where there is nothing to do. */
export function nextStepOf(link: Facts, now = Date.now()): NextStep | undefined {
  const { _id: linkId, slug, imageCount, views, isPrivate, isExpired, expiresAt, newComments } = link
  if (!linkId || !slug) return undefined
  const newDate = `${generatePath(pages.editLink, { linkId })}#expiry`
  if (isExpired) return { sentence: 'Closed. Open it again', icon: Clock, to: newDate }
  if (imageCount === 0) return { sentence: 'Add pictures', icon: ImagePlus, to: generatePath(pages.upload, { linkId }) }
  if (expiresAt && Date.parse(expiresAt) - now < soonDays * dayMs) {
    const sentence = `${expiryText(expiresAt, now)}. Choose a new date`
    return { sentence, icon: Clock, isWarning: true, to: newDate }
  }
  if (newComments > 0) {
    return { sentence: count(newComments, 'new comment'), icon: MessageCircle, to: pages.activity }
  }
  if (views === 0 && !isPrivate) return { sentence: 'Not opened yet. Share it', icon: Share2 }
  return undefined
}
