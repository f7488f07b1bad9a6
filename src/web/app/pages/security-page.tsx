import { useQuery } from '@tanstack/react-query'
import { useLogout } from '#web/app/navigation.ts'
import { AuthenticatorSetting } from '#web/features/accounts/authenticator-setting.tsx'
import { ConfirmItsYou } from '#web/features/accounts/confirm-its-you.tsx'
import { ConnectedAccountSetting } from '#web/features/accounts/connected-account-setting.tsx'
import { EmailAddressSetting } from '#web/features/accounts/email-address-setting.tsx'
import { PasskeysSetting } from '#web/features/accounts/passkeys-setting.tsx'
import { PasswordSetting } from '#web/features/accounts/password-setting.tsx'
import { SessionsSetting } from '#web/features/accounts/sessions-setting.tsx'
import { SetPasswordSetting } from '#web/features/accounts/set-password-setting.tsx'
import { useOidcResult } from '#web/features/accounts/use-oidc-result.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useUser } from '#web/lib/session.ts'
import { useLoginWays } from '#web/lib/use-login-ways.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { AccountHead } from './account-head.tsx'

export function SecurityPage() {
  const logout = useLogout()
  useOidcResult()
  return (
    <div className="page">
      <title>Security · Framelight</title>
      <AccountHead />
      <WaysIn />
      <SessionsSetting onLogout={logout} />
      <ConfirmItsYou />
    </div>
  )
}

function WaysIn() {
  const user = useUser()
  const { oidc, passwordLogin } = useLoginWays()
  const { data: signIn, error, refetch } = useQuery(ownerQueries.signIn)
  if (error) {
    return (
      <div className="border-line border-t py-10">
        <Failure sentence={errorMessage(error, "Couldn't load your settings.")} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!signIn || !user) return <Waiting />
  return (
    <>
      <EmailAddressSetting email={user.email} pendingEmail={signIn.pendingEmail} />
      {signIn.hasPassword ? <PasswordSetting /> : passwordLogin !== 'off' && <SetPasswordSetting email={user.email} />}
      <PasskeysSetting passkeys={signIn.passkeys} />
      <AuthenticatorSetting {...signIn.secondFactor} />
      {oidc && <ConnectedAccountSetting identity={signIn.identities[0]} providerName={oidc.name} />}
    </>
  )
}

/** As tall as the settings of an account with only a password, so the page doesn't jump. */
const Waiting = () => (
  <Loading label="Loading your settings">
    {['h-11', 'h-88', 'h-22', 'h-23'].map((height) => (
      <div
        key={height}
        className="grid gap-6 border-line border-t py-10 lg:grid-cols-[18rem_minmax(0,32rem)] lg:gap-16"
      >
        <Skeleton className="h-6 w-36" />
        <Skeleton className={`${height} w-full`} />
      </div>
    ))}
  </Loading>
)
