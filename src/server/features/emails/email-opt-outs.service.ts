import { createHash } from 'node:crypto'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'
import { AppError } from '#shared/errors.ts'
import type { EmailRepository } from './emails.repository.ts'
import { inboxOf } from './inbox.ts'

type Dependencies = { repository: EmailRepository; signer: Signer; clock: Clock; publicUrl: string }

/** The hash doesn't depend on APP_SECRET, because rotating the secret must not undo opt-outs. */
const hashOf = (email: string) => createHash('sha256').update(inboxOf(email)).digest('base64url')

const hashLength = 43

/** A token is the hash of an inbox and the signature of that hash, so opting out doesn't require an account. */
export function createEmailOptOutService({ repository, signer, clock, publicUrl }: Dependencies) {
  const signedText = (addressHash: string) => `stop-emails/${addressHash}`

  function hashIn(token: string) {
    const addressHash = token.slice(0, hashLength)
    if (signer.verify(signedText(addressHash), token.slice(hashLength))) return addressHash
    throw new AppError('NOT_FOUND', 'The link may be incomplete. Open it from the email again.')
  }

  return {
    urlFor(email: string) {
      const addressHash = hashOf(email)
      return `${publicUrl}/emails/stop/${addressHash}${signer.sign(signedText(addressHash))}`
    },

    isStopped: (email: string) => repository.isStopped(hashOf(email)),

    isStoppedBy: async (token: string) => repository.isStopped(hashIn(token)),

    stop: async (token: string) => repository.insertStop(hashIn(token), instantNow(clock)),

    start: async (token: string) => repository.removeStop(hashIn(token)),

    host: new URL(publicUrl).host,
  }
}
export type EmailOptOutService = ReturnType<typeof createEmailOptOutService>
