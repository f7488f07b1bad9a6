import { createEmailOptOutService } from './features/emails/email-opt-outs.service.ts'
import { createEmailRepository } from './features/emails/emails.repository.ts'
import { createEmailService } from './features/emails/emails.service.ts'
import type { Log } from './platform/concurrency/job.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'

type Dependencies = { db: Database; ports: Ports; publicUrl: string; log: Log }

export function composeEmails({ db, ports, publicUrl, log }: Dependencies) {
  const { mailer, rateLimits, signer, clock } = ports
  const repository = createEmailRepository(db)
  const emailOptOuts = createEmailOptOutService({ repository, signer, clock, publicUrl })
  return { emailOptOuts, emails: createEmailService({ repository, optOuts: emailOptOuts, mailer, rateLimits, log }) }
}
