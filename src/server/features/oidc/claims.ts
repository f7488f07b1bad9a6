import type { OidcConfig } from '#server/platform/oidc/oidc-client.ts'
import { emailMaxLength, nameLength } from '#shared/limits.ts'
import { emailAddress, requiredLine } from '#shared/text.ts'
import type { Person } from './oidc-flows.repository.ts'

type Proven = { issuer: string; subject: string; claims: Record<string, unknown> }

const email = emailAddress(emailMaxLength)
const line = requiredLine('Name', nameLength.max)

/** Ignores claims that aren't what they should be, as if the provider hadn't sent them. */
export function readPerson({ issuer, subject, claims }: Proven, { groupsClaim, adminGroup }: OidcConfig): Person {
  const { data: statedEmail = null } = email.safeParse(claims.email)
  const names = [claims.name, claims.preferred_username, statedEmail?.split('@')[0], 'New member']
  const name = names.find(
    (given) => typeof given === 'string' && line.safeParse(given.slice(0, nameLength.max)).success,
  )
  return {
    issuer,
    subject,
    statedEmail,
    // Some providers send other truthy values, such as the text "false".
    verifiedEmail: claims.email_verified === true ? statedEmail : null,
    name: line.parse(String(name).slice(0, nameLength.max)),
    isInAdminGroup: adminGroup !== undefined && [claims[groupsClaim]].flat().includes(adminGroup),
  }
}
