import { type Clock, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { AuditRow } from './accounts.tables.ts'

type Act = Pick<AuditRow, 'actor' | 'action' | 'subject'> & { details?: Record<string, unknown> | undefined }

/** Insert the entry in the same transaction as the action itself. */
export const auditEntry = (clock: Clock, { actor, action, subject, details = {} }: Act): AuditRow => ({
  id: newId(),
  actor,
  action,
  subject,
  details: JSON.stringify(details),
  created_at: instantNow(clock),
})

/** For administrators who get or lose the role through a group at the OpenID Connect provider. */
export const groupRoleEntry = (clock: Clock, email: string, isAdmin: boolean) =>
  auditEntry(clock, {
    actor: 'single sign-on',
    action: isAdmin ? 'grant administration' : 'revoke administration',
    subject: email,
  })
