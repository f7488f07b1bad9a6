import type { Config } from '#server/config.ts'

const passwordOf = (url: string | undefined) => {
  const password = url && URL.parse(url)?.password
  return password ? [password, decodeURIComponent(password)] : []
}

/** Even administrators must never see these values. */
export const secretsOf = ({ smtpUrl, database, appSecrets, stripe, oidc }: Config): string[] => [
  ...passwordOf(smtpUrl),
  ...(database.kind === 'postgres' ? [database.url, database.directUrl, database.replicaUrl].flatMap(passwordOf) : []),
  ...(appSecrets ?? []),
  ...(stripe ? [stripe.secretKey, stripe.webhookSecret] : []),
  ...(oidc?.clientSecret ? [oidc.clientSecret] : []),
]
