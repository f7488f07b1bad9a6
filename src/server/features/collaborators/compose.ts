import type { AccessService } from '#server/features/access/access.service.ts'
import type { RecordAct } from '#server/features/access/roles.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import type { Base } from '#server/ports.ts'
import { createCollaboratorRepository } from './collaborators.repository.ts'
import { createCollaboratorService } from './collaborators.service.ts'

type Dependencies = Base & {
  access: AccessService
  emails: EmailService
  subscriptions: SubscriptionService
  recordAct: RecordAct
}

export function composeCollaborators({ config, db, ports, access, emails, subscriptions, recordAct }: Dependencies) {
  const { tasks, rateLimits, signer, clock } = ports
  return createCollaboratorService({
    collaborators: createCollaboratorRepository(db),
    access,
    planOf: subscriptions.planOf,
    recordAct,
    emails,
    tasks,
    rateLimits,
    signer,
    publicUrl: config.publicUrl,
    clock,
  })
}
