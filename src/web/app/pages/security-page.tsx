import { useQuery } from '@tanstack/react-query'
import { useLogout } from '#web/app/navigation.ts'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { AuthenticatorSetting } from '#web/features/accounts/authenticator-setting.tsx'
import { EmailAddressSetting } from '#web/features/accounts/email-address-setting.tsx'
import { PasskeysSetting } from '#web/features/accounts/passkeys-setting.tsx'
import { PasswordSetting } from '#web/features/accounts/password-setting.tsx'
import { SessionsSetting } from '#web/features/accounts/sessions-setting.tsx'
import { SetPasswordSetting } from '#web/features/accounts/set-password-setting.tsx'
import { errorMessage } from '#web/lib/error-message.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useUser } from '#web/lib/session.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export function SecurityPage() {
  const logout = useLogout()
  return (
    <AccountFrame title="Security">
      <WaysIn />
      <SessionsSetting onLogout={logout} />
    </AccountFrame>
  )
}

function WaysIn() {
  const user = useUser()
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
      {signIn.hasPassword ? <PasswordSetting /> : <SetPasswordSetting email={user.email} />}
      <PasskeysSetting passkeys={signIn.passkeys} />
      <AuthenticatorSetting {...signIn.secondFactor} />
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
