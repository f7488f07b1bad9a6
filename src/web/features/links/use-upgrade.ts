import { useConfig } from '#web/lib/use-config.ts'
import type { OwnPlan } from './use-own-plan.ts'

/** Whether there is something larger to buy: not where this installation sells nothing. */
export function useUpgrade(plan: OwnPlan | undefined) {
  const { data: config } = useConfig()
  return plan?.id === 'free' && config !== undefined && config.payments !== 'off'
}
