import { Clock, ImagePlus, type LucideIcon, Share2 } from 'lucide-react'
import { generatePath } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { formatClosing } from '#web/lib/formats.ts'

const dayMs = 24 * 60 * 60 * 1000
const soonDays = 3

export type NextStep = {
  sentence: string
  icon: LucideIcon
  isWarning?: boolean
  /** Where it is done; without one it is sharing. */
  to?: string
}
type Facts = Pick<Link, '_id' | 'slug' | 'imageCount' | 'views' | 'isPrivate' | 'isExpired' | 'expiresAt'>

function closingWords(expiresAt: string, now: number) {
  const days = Math.floor((Date.parse(expiresAt) - now) / dayMs)
  return days < 1 ? `Closes ${formatClosing(expiresAt, now)}` : `Closes in ${days === 1 ? 'a day' : `${days} days`}`
}

/** The one thing that a link asks of its owner now; undefined where there is nothing to do. */
export function nextStepOf(link: Facts, now = Date.now()): NextStep | undefined {
  const { _id: linkId, slug, imageCount, views, isPrivate, isExpired, expiresAt } = link
  if (!linkId || !slug) return undefined
  const edit = generatePath(pages.editLink, { linkId })
  if (isExpired) return { sentence: 'Closed. Open it again', icon: Clock, to: edit }
  if (imageCount === 0) return { sentence: 'Add pictures', icon: ImagePlus, to: generatePath(pages.upload, { linkId }) }
  if (expiresAt && Date.parse(expiresAt) - now < soonDays * dayMs) {
    return { sentence: closingWords(expiresAt, now), icon: Clock, isWarning: true, to: edit }
  }
  if (views === 0 && !isPrivate) return { sentence: 'Not opened yet. Share it', icon: Share2 }
  return undefined
}
