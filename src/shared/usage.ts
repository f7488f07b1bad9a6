export type UsageLevel = 'low' | 'medium' | 'high' | 'full'

/** The share of a limit that is used, as a person reads it: never rounded up to a limit that is not reached. */
export const usagePercent = (used: number, limit: number) => (limit > 0 ? Math.floor((used * 100) / limit) : 100)

export function usageLevel(used: number, limit: number): UsageLevel {
  const percent = usagePercent(used, limit)
  if (percent >= 100) return 'full'
  if (percent >= 80) return 'high'
  return percent >= 60 ? 'medium' : 'low'
}
