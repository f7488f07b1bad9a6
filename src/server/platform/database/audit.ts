import { type Clock, instantNow } from '../clock.ts'
import { newId } from '../ids.ts'
import type { AuditRow } from './administration-schema.ts'

/** Insert the entry in the same transaction as the action itself. */
export type AuditEntry = AuditRow

type Act = Pick<AuditRow, 'actor' | 'action' | 'subject'> & { details?: Record<string, unknown> | undefined }

export const auditEntry = (clock: Clock, { actor, action, subject, details = {} }: Act): AuditEntry => ({
  id: newId(),
  actor,
  action,
  subject,
  details: JSON.stringify(details),
  created_at: instantNow(clock),
})
