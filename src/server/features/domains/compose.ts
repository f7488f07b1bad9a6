import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import { createDns } from '#server/platform/dns.ts'
import type { Base } from '#server/ports.ts'
import { createDomainRepository } from './domains.repository.ts'
import { createDomainService } from './domains.service.ts'
import { createServedDomains, createShareUrls, type OriginOf } from './served-domains.service.ts'

type Dependencies = Base & { emails: EmailService; subscriptions: SubscriptionService }

export function composeDomains({ config, db, ports, emails, subscriptions }: Dependencies) {
  const { signer, tasks, rateLimits, invalidation, clock } = ports
  const { publicUrl, domainGraceDays: graceDays } = config
  const repository = createDomainRepository(db)
  const common = { domains: repository, planOf: subscriptions.planOf, invalidation, clock, publicUrl, graceDays }
  const servedDomains = createServedDomains(common)
  const dns = createDns(config.dnsServers)
  return {
    servedDomains,
    originOf: (async (ownerId) => (await servedDomains.findOrigin(ownerId)) ?? publicUrl) satisfies OriginOf,
    shareUrlOf: createShareUrls({ publicUrl, graceDays }),
    domains: createDomainService({ ...common, served: servedDomains, dns, signer, emails, tasks, rateLimits }),
  }
}
