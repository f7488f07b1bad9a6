import type { ActivityEvent } from '#shared/activity.ts'
import { formatDay } from '#web/lib/formats.ts'

/** Returns the subject, which is shown in bold, and the rest of the sentence. */
export function eventText({ kind, name, link, picture, imageId, choiceId, text }: ActivityEvent): [string, string] {
  const who = name || 'Someone'
  switch (kind) {
    case 'comment':
      return [who, `commented on ${(imageId && picture?.title) || `an image in ${link.title}`}`]
    case 'choice':
      return [who, `sent favorites from ${link.title}`]
    case 'request':
      return [
        who,
        choiceId ? `asked to change their favorites from ${link.title}` : `requested more time for ${link.title}`,
      ]
    case 'closing':
      return [link.title, `expires on ${formatDay(text)}`]
    case 'opened':
      return [who, `opened ${link.title} for the first time`]
    case 'guessing':
      return ['Someone', `is trying to guess the password for ${link.title}. They haven't gotten in.`]
  }
}

export function dayHeading(at: string, now = new Date()) {
  const day = formatDay(at)
  if (day === formatDay(now.toISOString())) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  return day === formatDay(yesterday.toISOString()) ? 'Yesterday' : day
}
