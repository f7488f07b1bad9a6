import type { Client, Viewer } from '#server/viewer.ts'
import { invalidField } from '#shared/errors.ts'
import type { SignIn } from '#shared/sign-in.ts'
import type { ProofOfIdentity } from '#shared/sign-in-forms.ts'
import type { AccountService } from './accounts.service.ts'
import type { IdentityService } from './identities.service.ts'
import type { SessionService } from './sessions.service.ts'

type Dependencies = { accounts: AccountService; sessions: SessionService; identities: IdentityService }

/** The ways into an account, and proving again who you are. */
export function createSignInService({ accounts, sessions, identities }: Dependencies) {
  async function requirePassword(viewer: Viewer, { password }: ProofOfIdentity, client: Client) {
    const account = await accounts.requireAccount(viewer)
    if (!password) throw invalidField('password', 'Password is required')
    if (!(await accounts.isPassword(account, password, client))) {
      throw invalidField('password', 'Password is incorrect')
    }
  }

  return {
    async read(viewer: Viewer): Promise<SignIn> {
      const account = await accounts.requireAccount(viewer)
      return {
        hasPassword: account.passwordHash !== '',
        passkeys: [],
        secondFactor: { isOn: false, recoveryCodesLeft: 0 },
        identities: await identities.list(viewer),
        pendingEmail: null,
        isRecent: await sessions.isRecent(viewer),
      }
    },

    async reauthenticate(viewer: Viewer, proof: ProofOfIdentity, client: Client) {
      await requirePassword(viewer, proof, client)
      return sessions.confirm(viewer)
    },
  }
}
export type SignInService = ReturnType<typeof createSignInService>
