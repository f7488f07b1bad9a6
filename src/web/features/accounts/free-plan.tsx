import { limitText } from '#web/lib/limit-text.ts'
import { usePlan } from '#web/lib/use-plans.ts'

export function FreePlan() {
  const { linkLimit, imageLimit } = usePlan('free')
  return `${limitText(linkLimit, 'link')} and ${limitText(imageLimit, 'image')}, free for as long as you like.`
}
