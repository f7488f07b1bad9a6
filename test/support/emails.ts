import { createEmailOptOutService } from '#server/features/emails/email-opt-outs.service.ts'
import { createEmailRepository } from '#server/features/emails/emails.repository.ts'
import { createEmailService } from '#server/features/emails/emails.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createSigner } from '#server/platform/crypto/tokens.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createDatabaseRateLimiter } from '#server/platform/database/rate-limiter.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'

export function createTestEmails({ db, clock, mailer }: { db: Database; clock: Clock; mailer: Mailer }) {
  const signer = createSigner(['a secret for tests'])
  const repository = createEmailRepository(db)
  const optOuts = createEmailOptOutService({ repository, signer, clock, publicUrl: 'http://photos.test' })
  const rateLimiter = createDatabaseRateLimiter({ db, clock, signer })
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  return createEmailService({ repository, optOuts, mailer, rateLimiter, log })
}
