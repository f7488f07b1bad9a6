import { createEmailStopService } from './features/emails/email-stops.service.ts'
import { createEmailRepository } from './features/emails/emails.repository.ts'
import { createEmailService } from './features/emails/emails.service.ts'
import type { Log } from './platform/concurrency/job.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'

type Surroundings = { db: Database; ports: Ports; publicUrl: string; log: Log }

/** What every email passes on its way out, and how people stop them. */
export function composeEmails({ db, ports, publicUrl, log }: Surroundings) {
  const { mailer, rateLimits, signer, clock } = ports
  const repository = createEmailRepository(db)
  const emailStops = createEmailStopService({ repository, signer, clock, publicUrl })
  return { emailStops, emails: createEmailService({ repository, stops: emailStops, mailer, rateLimits, log }) }
}
