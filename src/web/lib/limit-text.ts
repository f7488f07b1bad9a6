import { count, formatNumber } from './formats.ts'

/** Examples: '10 links', 'unlimited links' */
export const limitText = (limit: number | null, noun: string) =>
  limit === null ? `unlimited ${noun}s` : count(limit, noun)

/** Examples: '10', 'unlimited' */
export const formatLimit = (limit: number | null) => (limit === null ? 'unlimited' : formatNumber(limit))

/** Examples: '3 of 10', '3 (no limit)' */
export const usedOf = (used: number, limit: number | null) =>
  limit === null ? `${formatNumber(used)} (no limit)` : `${formatNumber(used)} of ${formatNumber(limit)}`
