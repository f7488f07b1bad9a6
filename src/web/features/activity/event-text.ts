import type { ActivityEvent } from '#shared/activity.ts'
import { activityKinds, kindOf } from '#shared/activity-kinds.ts'
import { formatDay, formatMinute } from '#web/lib/formats.ts'

const formats = { date: formatDay, dateTime: formatMinute }

export function describeEvent(event: ActivityEvent) {
  const { imageId, link, picture, favorites } = event
  const { text, sentence, caption, button } = activityKinds[kindOf(event)]
  const imageTitle = (imageId && picture?.title) || ''
  const facts = {
    ...event,
    linkId: link?._id ?? null,
    linkTitle: link?.title ?? '',
    imageTitle,
    chosen: favorites && { imageCount: favorites.count },
  }
  return {
    sentence: sentence(facts, formats),
    quote: text === 'quote' ? event.text : '',
    caption: caption?.(facts),
    button: button?.(facts),
  }
}

export function dayHeading(at: string, now = new Date()) {
  const day = formatDay(at)
  if (day === formatDay(now.toISOString())) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  return day === formatDay(yesterday.toISOString()) ? 'Yesterday' : day
}
