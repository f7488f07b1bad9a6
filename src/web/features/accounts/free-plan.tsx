import { usePlan } from '#web/lib/use-plans.ts'
import { freePlanWords } from './free-plan-words.ts'

/** What registering gives, as the server has it. */
export const FreePlan = () => freePlanWords(usePlan('free'))
