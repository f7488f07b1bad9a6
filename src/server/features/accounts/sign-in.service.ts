import { networkOf } from '#server/platform/network.ts'
import type { Client, Viewer } from '#server/viewer.ts'
import { invalidField } from '#shared/errors.ts'
import type { SignIn } from '#shared/sign-in.ts'
import type { ProofOfIdentity } from '#shared/sign-in-forms.ts'
import type { AccountService } from './accounts.service.ts'
import type { EmailChangeService } from './email-changes.service.ts'
import type { IdentityService } from './identities.service.ts'
import type { PasskeyService } from './passkeys.service.ts'
import type { SecondFactorService } from './second-factors.service.ts'
import type { SessionService } from './sessions.service.ts'

type Dependencies = {
  accounts: AccountService
  sessions: SessionService
  secondFactors: SecondFactorService
  passkeys: PasskeyService
  emailChanges: EmailChangeService
  identities: IdentityService
}

/** The ways into an account, and proving again who you are. */
export function createSignInService(dependencies: Dependencies) {
  const { accounts, sessions, secondFactors, passkeys, emailChanges, identities } = dependencies

  async function requirePassword(viewer: Viewer, { password, code }: ProofOfIdentity, client: Client) {
    const account = await accounts.requireAccount(viewer)
    if (!password) throw invalidField('password', 'Password is required')
    if (!(await accounts.isPassword(account, password, client))) {
      throw invalidField('password', 'Password is incorrect')
    }
    await secondFactors.requireCode(account.id, code, networkOf(client.ip))
  }

  async function requirePasskey(viewer: Viewer, response: Record<string, unknown>, client: Client) {
    const isOwn = (await passkeys.findOwner(response, networkOf(client.ip))) === viewer.userId
    if (!isOwn) throw invalidField('response', "That passkey didn't work. Try again, or use another way.")
  }

  return {
    async read(viewer: Viewer): Promise<SignIn> {
      const account = await accounts.requireAccount(viewer)
      return {
        hasPassword: account.passwordHash !== '',
        passkeys: await passkeys.list(account.id),
        secondFactor: await secondFactors.read(account.id),
        identities: await identities.list(viewer),
        pendingEmail: await emailChanges.pendingOf(account.id),
        isRecent: await sessions.isRecent(viewer),
      }
    },

    async reauthenticate(viewer: Viewer, proof: ProofOfIdentity, client: Client) {
      if (proof.response) await requirePasskey(viewer, proof.response, client)
      else await requirePassword(viewer, proof, client)
      return sessions.confirm(viewer)
    },
  }
}
export type SignInService = ReturnType<typeof createSignInService>
