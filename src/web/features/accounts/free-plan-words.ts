import type { Plan } from '#shared/plans.ts'
import { count } from '#web/lib/formats.ts'

export const freePlanWords = ({ linkLimit, imageLimit }: Pick<Plan, 'linkLimit' | 'imageLimit'>) =>
  `${count(linkLimit, 'link')} and ${count(imageLimit, 'image')}, free for as long as you like.`
