import { count, formatNumber } from './formats.ts'

/** '10 links', or 'unlimited links'. */
export const limitText = (limit: number | null, noun: string) =>
  limit === null ? `unlimited ${noun}s` : count(limit, noun)

/** '10', or 'unlimited'. */
export const formatLimit = (limit: number | null) => (limit === null ? 'unlimited' : formatNumber(limit))

/** '3 of 10', or '3 (no limit)'. */
export const usedOf = (used: number, limit: number | null) =>
  limit === null ? `${formatNumber(used)} (no limit)` : `${formatNumber(used)} of ${formatNumber(limit)}`
