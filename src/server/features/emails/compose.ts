import type { Base } from '#server/ports.ts'
import { createEmailOptOutService } from './email-opt-outs.service.ts'
import { createEmailRepository } from './emails.repository.ts'
import { createEmailService } from './emails.service.ts'

export function composeEmails({ config, db, ports, log }: Base) {
  const { mailer, rateLimiter, signer, clock } = ports
  const repository = createEmailRepository(db)
  const emailOptOuts = createEmailOptOutService({ repository, signer, clock, publicUrl: config.publicUrl })
  return { emailOptOuts, emails: createEmailService({ repository, optOuts: emailOptOuts, mailer, rateLimiter, log }) }
}
