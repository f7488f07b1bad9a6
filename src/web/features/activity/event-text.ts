import type { ActivityEvent } from '#shared/activity.ts'
import { formatDay } from '#web/lib/formats.ts'

/** Returns the subject, which is shown in bold, and the rest of the sentence. */
export function eventText({ kind, name, link, picture, imageId, choiceId, text }: ActivityEvent): [string, string] {
  const who = name || 'Someone'
  const title = `"${link.title}"`
  switch (kind) {
    case 'comment':
      return [who, `commented on ${imageId && picture?.title ? `"${picture.title}"` : `an image in ${title}`}`]
    case 'choice':
      return [who, `sent favorites from ${title}`]
    case 'request':
      return [who, choiceId ? `asked to change their favorites from ${title}` : `requested more time for ${title}`]
    case 'closing':
      return [link.title, `expires on ${formatDay(text)}`]
    case 'opened':
      return [who, `opened ${title} for the first time`]
    case 'guessing':
      return ['Someone', `is trying to guess the password for ${title}. If it's easy to guess, change it.`]
  }
}

export function dayHeading(at: string, now = new Date()) {
  const day = formatDay(at)
  if (day === formatDay(now.toISOString())) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  return day === formatDay(yesterday.toISOString()) ? 'Yesterday' : day
}
