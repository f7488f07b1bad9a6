import { auditEntry } from '#server/features/accounts/audit.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/concurrency/job.ts'
import type { MonitoredMailer } from '#server/platform/email/monitored-mailer.ts'
import type { ErrorRedactor } from '#server/platform/redact.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import { AppError } from '#shared/errors.ts'
import type { AdministrationRepository } from './administration.repository.ts'
import { testEmail } from './emails/email-check.ts'

type Dependencies = {
  administration: Pick<AdministrationRepository, 'insertAudit'>
  emails: EmailService
  mailer: MonitoredMailer
  rateLimits: RateLimits
  redactError: ErrorRedactor
  clock: Clock
  log: Log
  publicUrl: string
}

export function createEmailCheckService(dependencies: Dependencies) {
  const { administration, emails, mailer, rateLimits, redactError, clock, log, publicUrl } = dependencies

  return {
    async send(actor: string, email: string) {
      await rateLimits.testEmails.takeOrThrow({ email })
      await administration.insertAudit(auditEntry(clock, { actor, action: 'send test email', subject: email }))
      const content = testEmail({ host: new URL(publicUrl).host, url: `${publicUrl}/admin` })
      try {
        await emails.send({ kind: 'email-check', to: email, content })
      } catch (error) {
        throw Object.assign(new AppError('EMAIL_FAILED', redactError(error)), { cause: error })
      }
      return mailer.isDelivered
        ? `Test email sent to ${email}`
        : "Email isn't set up: the test email was only written to the outbox folder on the server."
    },

    /** Runs at startup, which doesn't wait for this check. */
    async checkSetup() {
      if (!mailer.isDelivered) {
        return log.warn(
          {},
          "Email isn't set up: messages are only written to the outbox folder. Set SMTP_URL to send them.",
        )
      }
      await mailer.verify().catch((error) => {
        log.warn({}, `Email can't be sent: ${redactError(error)} The next email will try again.`)
      })
    },
  }
}
export type EmailCheckService = ReturnType<typeof createEmailCheckService>
