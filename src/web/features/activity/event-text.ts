import type { ActivityEvent } from '#shared/activity.ts'
import { formatDay } from '#web/lib/formats.ts'

/** A sentence about an event, with whom or what it is about first. */
export function eventText({ kind, name, link, picture, imageId, choiceId, text }: ActivityEvent): [string, string] {
  const who = name || 'Somebody'
  switch (kind) {
    case 'comment':
      return [who, `commented on ${(imageId && picture?.title) || `a picture in ${link.title}`}`]
    case 'choice':
      return [who, `sent a choice from ${link.title}`]
    case 'request':
      return [who, choiceId ? `asks to change a choice from ${link.title}` : `asks for more time for ${link.title}`]
    case 'closing':
      return [link.title, `closes on ${formatDay(text)}`]
    case 'opened':
      return [who, `opened ${link.title} for the first time`]
    case 'guessing':
      return [
        'Somebody',
        `tries many passwords on ${link.title}. The password holds; passes and invitations are not touched.`,
      ]
  }
}

/** Under what day it stands: 'Today', 'Yesterday', or the day itself. */
export function dayHeading(at: string, now = new Date()) {
  const day = formatDay(at)
  if (day === formatDay(now.toISOString())) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  return day === formatDay(yesterday.toISOString()) ? 'Yesterday' : day
}
