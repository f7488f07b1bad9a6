import { Clock, Heart, ImagePlus, Images, type LucideIcon, MessageCircle, Share2 } from 'lucide-react'
import { generatePath } from 'react-router'
import type { EventKind } from '#shared/activity-kinds.ts'
import type { Link, LinkNews } from '#shared/links.ts'
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
  /** The kind of activity that counts as read once the owner follows the step. */
  reads?: EventKind
}
type Facts = Pick<
  Link,
  '_id' | 'slug' | 'imageCount' | 'views' | 'isPrivate' | 'isExpired' | 'expiresAt' | 'news' | 'uploadsWaiting'
>

function expiryText(expiresAt: string, now: number) {
  const days = Math.floor((Date.parse(expiresAt) - now) / dayMs)
  return days < 1 ? `Expires ${formatExpiry(expiresAt, now)}` : `Expires in ${count(days, 'day')}`
}

function favoritesText([latest, ...others]: LinkNews['favorites']) {
  if (!latest) return ''
  if (others.length > 0) return `${others.length + 1} people sent favorites`
  return `${latest.name || 'Someone'} sent ${count(latest.count, 'favorite')}`
}

/** Returns the most important step. What visitors did comes before what the owner could do. */
export function nextStepOf(link: Facts, now = Date.now()): NextStep | undefined {
  const { _id: linkId, slug, imageCount, views, isPrivate, isExpired, expiresAt, news, uploadsWaiting = 0 } = link
  if (!linkId || !slug) return undefined
  if (news && news.favorites.length > 0) {
    const to = generatePath(pages.choices, { linkId })
    return { sentence: favoritesText(news.favorites), icon: Heart, to, reads: 'choice' }
  }
  if (uploadsWaiting > 0) {
    const to = generatePath(pages.guestUploads, { linkId })
    return { sentence: `${count(uploadsWaiting, 'photo')} to approve`, icon: Images, to }
  }
  if (news && news.comments > 0) {
    return { sentence: count(news.comments, 'new comment'), icon: MessageCircle, to: pages.activity }
  }
  const newDate = `${generatePath(pages.editLink, { linkId })}#expiry`
  if (isExpired) return { sentence: 'Expired. Reopen', icon: Clock, to: newDate }
  if (imageCount === 0) return { sentence: 'Add images', icon: ImagePlus, to: generatePath(pages.upload, { linkId }) }
  if (expiresAt && Date.parse(expiresAt) - now < soonDays * dayMs) {
    const sentence = `${expiryText(expiresAt, now)}. Extend`
    return { sentence, icon: Clock, isWarning: true, to: newDate }
  }
  if (views === 0 && !isPrivate) return { sentence: 'No views yet. Share it', icon: Share2 }
  return undefined
}
