import { lazy } from 'react'
import { canUsePasskeys } from '#web/lib/can-use-passkeys.ts'
import { LoginPasskey } from './login-passkey.tsx'

// Most sites have no provider.
const OidcButton = lazy(async () => ({ default: (await import('./oidc-button.tsx')).OidcButton }))

type Props = { oidcName: string | undefined; rememberMe?: boolean; hasPassword?: boolean }

/** What people can use instead of a password. If there's no password login, the provider comes first. */
export default function OtherLoginWays({ oidcName, rememberMe = false, hasPassword = true }: Props) {
  const passkey = canUsePasskeys() && <LoginPasskey rememberMe={rememberMe} />
  if (!hasPassword) {
    return (
      <>
        <OidcButton kind="primaryBig">Continue with {oidcName}</OidcButton>
        {passkey}
      </>
    )
  }
  return (
    <>
      {passkey}
      {oidcName !== undefined && (
        <OidcButton className="min-h-13" rememberMe={rememberMe}>
          Continue with {oidcName}
        </OidcButton>
      )}
    </>
  )
}
