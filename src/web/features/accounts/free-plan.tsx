import { limitWords } from '#web/lib/limit-words.ts'
import { usePlan } from '#web/lib/use-plans.ts'

export function FreePlan() {
  const { linkLimit, imageLimit } = usePlan('free')
  return `${limitWords(linkLimit, 'link')} and ${limitWords(imageLimit, 'image')}, free for as long as you like.`
}
