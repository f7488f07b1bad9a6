import type { ErrorRedactor } from '../redact.ts'
import { EmailProblem } from './email-problem.ts'
import type { Mailer } from './mailer.ts'
import type { Email } from './message.ts'

type EmailOutcome = 'sent' | 'outbox' | 'failed'

type Options = { redactError: ErrorRedactor; onEmail?: ((outcome: EmailOutcome) => void) | undefined }

/** Keeps the last problem until sending or verifying succeeds. A rejected recipient doesn't count as a problem. */
export function monitorMailer(mailer: Mailer, { redactError, onEmail }: Options) {
  let problem: string | undefined

  async function watch(work: Promise<void>) {
    try {
      await work
      problem = undefined
    } catch (error) {
      if (!(error instanceof EmailProblem && error.isAboutRecipient)) problem = redactError(error)
      throw error
    }
  }

  return {
    ...mailer,
    async send(mail: Email) {
      let outcome: EmailOutcome = 'failed'
      try {
        await watch(mailer.send(mail))
        outcome = mailer.isDelivered ? 'sent' : 'outbox'
      } finally {
        onEmail?.(outcome)
      }
    },
    verify: () => watch(mailer.verify()),
    problem: () => problem,
  }
}
export type MonitoredMailer = ReturnType<typeof monitorMailer>
