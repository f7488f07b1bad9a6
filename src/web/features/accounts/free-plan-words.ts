import type { Plan } from '#shared/plans.ts'
import { limitWords } from '#web/lib/limit-words.ts'

export const freePlanWords = ({ linkLimit, imageLimit }: Pick<Plan, 'linkLimit' | 'imageLimit'>) =>
  `${limitWords(linkLimit, 'link')} and ${limitWords(imageLimit, 'image')}, free for as long as you like.`
