import { days } from '#server/platform/clock.ts'
import type { DomainProblem, DomainState } from '#shared/domain.ts'

export type DomainRecord = {
  userId: string
  host: string
  isHeld: boolean
  problem: DomainProblem | null
  verifiedAt: string | null
  checkedAt: string | null
  missingSince: string | null
}

export const verification = 'framelight-verify='

/** A domain whose record disappeared by this instant has lapsed. */
export const lapseCutoff = (now: Date, graceDays: number) => new Date(now.getTime() - days(graceDays)).toISOString()

export const lapsesAt = (missingSince: string, graceDays: number) =>
  new Date(Date.parse(missingSince) + days(graceDays)).toISOString()

/** False as soon as the grace period is over, even if the database still says that it's held. */
export const isStillHeld = (
  { isHeld, missingSince }: Pick<DomainRecord, 'isHeld' | 'missingSince'>,
  cutoff: () => string,
): boolean => isHeld && (missingSince === null || missingSince > cutoff())

export function stateOf(
  record: Pick<DomainRecord, 'verifiedAt' | 'isHeld' | 'missingSince'>,
  { cutoff, isAllowed }: { cutoff: string; isAllowed: boolean },
): DomainState {
  if (record.verifiedAt === null) return 'pending'
  if (!isStillHeld(record, () => cutoff)) return 'lapsed'
  if (!isAllowed) return 'paused'
  return record.missingSince === null ? 'verified' : 'missing'
}

/** Undefined means that the record is there. Without an answer from the DNS, there are no `texts`. */
export function problemIn(texts: readonly string[] | undefined, isToken: (token: string) => boolean) {
  if (texts === undefined) return 'DNS_UNAVAILABLE'
  if (texts.length === 0) return 'RECORD_MISSING'
  const isOurs = (text: string) => text.startsWith(verification) && isToken(text.slice(verification.length))
  return texts.some((text) => isOurs(text.trim())) ? undefined : 'RECORD_WRONG'
}
