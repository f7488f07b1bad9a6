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
  /** If missing, clicking the step shares the link. */
  to?: string
}
type Facts = Pick<Link, '_id' | 'slug' | 'imageCount' | 'views' | 'isPrivate' | 'isExpired' | 'expiresAt'> & {
  /** Comments the owner hasn't read yet. */
  newComments: number
}

function expiryText(expiresAt: string, now: number) {
  const days = Math.floor((Date.parse(expiresAt) - now) / dayMs)
  return days < 1 ? `Expires ${formatExpiry(expiresAt, now)}` : `Expires in ${count(days, 'day')}`
}

export function nextStepOf(link: Facts, now = Date.now()): NextStep | undefined {
  const { _id: linkId, slug, imageCount, views, isPrivate, isExpired, expiresAt, newComments } = link
  if (!linkId || !slug) return undefined
  const newDate = `${generatePath(pages.editLink, { linkId })}#expiry`
  if (isExpired) return { sentence: 'Expired. Reopen', icon: Clock, to: newDate }
  if (imageCount === 0) return { sentence: 'Add images', icon: ImagePlus, to: generatePath(pages.upload, { linkId }) }
  if (expiresAt && Date.parse(expiresAt) - now < soonDays * dayMs) {
    const sentence = `${expiryText(expiresAt, now)}. Extend`
    return { sentence, icon: Clock, isWarning: true, to: newDate }
  }
  if (newComments > 0) {
    return { sentence: count(newComments, 'new comment'), icon: MessageCircle, to: pages.activity }
  }
  if (views === 0 && !isPrivate) return { sentence: 'No views yet. Share it', icon: Share2 }
  return undefined
}
