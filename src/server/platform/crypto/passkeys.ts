import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** What a browser returned, not verified yet. */
type Response = Readonly<Record<string, unknown>>
type IsOurs = (challenge: string) => boolean

/** Browsers cancel the dialog after this long. */
const timeoutMs = 5 * 60_000

/** Passkeys belong to the site at `publicUrl`. Browsers only allow them on https and localhost. */
export function createPasskeyCeremonies(publicUrl: string) {
  const { protocol, hostname: rpID, origin } = new URL(publicUrl)
  // The library takes a while to load and isn't needed until someone uses a passkey.
  const load = () => import('@simplewebauthn/server')
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }
  const text = (challenge: string) => Buffer.from(challenge, 'base64url').toString()

  return {
    isAvailable: protocol === 'https:' || rpID === 'localhost',

    async creationOptions(account: { id: string; email: string; name: string }, challenge: string, known: string[]) {
      const options = await (await load()).generateRegistrationOptions({
        rpName: 'Framelight',
        rpID,
        challenge,
        userID: new TextEncoder().encode(account.id),
        userName: account.email,
        userDisplayName: account.name,
        timeout: timeoutMs,
        attestationType: 'none',
        excludeCredentials: known.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { ...options }
    },

    async requestOptions(challenge: string) {
      const { generateAuthenticationOptions } = await load()
      const options = { rpID, challenge, userVerification: 'required', timeout: timeoutMs } as const
      return { ...(await generateAuthenticationOptions(options)) }
    },

    /** Returns undefined if anything about the response is wrong. */
    async verifyRegistration(response: Response, isOurs: IsOurs) {
      const { verifyRegistrationResponse } = await load()
      const verified = await verifyRegistrationResponse({
        ...expected,
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: (challenge) => isOurs(text(challenge)),
      }).catch(() => undefined)
      if (!verified?.verified) return undefined
      const { credential, credentialBackedUp } = verified.registrationInfo
      return {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        isSynced: credentialBackedUp,
      }
    },

    /** Returns undefined if anything about the response is wrong. Callers compare the counter with the last one. */
    async verifyAssertion(response: Response, passkey: { credentialId: string; publicKey: string }, isOurs: IsOurs) {
      const { verifyAuthenticationResponse } = await load()
      const verified = await verifyAuthenticationResponse({
        ...expected,
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: (challenge) => isOurs(text(challenge)),
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: -1,
        },
      }).catch(() => undefined)
      if (!verified?.verified) return undefined
      const { newCounter, credentialBackedUp } = verified.authenticationInfo
      return { counter: newCounter, isSynced: credentialBackedUp }
    },
  }
}
export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>
