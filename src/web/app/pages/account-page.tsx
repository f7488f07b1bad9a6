import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useLogout } from '#web/app/navigation.ts'
import { AppearanceSetting } from '#web/features/accounts/appearance-setting.tsx'
import { ConfirmItsYou } from '#web/features/accounts/confirm-its-you.tsx'
import { DeleteAccountSetting } from '#web/features/accounts/delete-account-setting.tsx'
import { PasswordSetting } from '#web/features/accounts/password-setting.tsx'
import { ProfileSetting } from '#web/features/accounts/profile-setting.tsx'
import { SessionsSetting } from '#web/features/accounts/sessions-setting.tsx'
import { SubscriptionSetting } from '#web/features/accounts/subscription-setting.tsx'
import { EmailSettings } from '#web/features/activity/email-settings.tsx'
import { YourData } from '#web/features/exports/your-data.tsx'
import { useUser } from '#web/lib/session.ts'
import { Setting } from '#web/ui/setting.tsx'
import { AccountHead } from './account-head.tsx'

export function AccountPage() {
  const user = useUser()
  const logout = useLogout()
  return (
    <div className="page">
      <title>Account Settings · Framelight</title>
      <AccountHead />
      {user && <ProfileSetting key={user._id} user={user} />}
      <PasswordSetting />
      <SessionsSetting onLogout={logout} />
      <SubscriptionSetting />
      {user && (
        <Setting
          title="Email"
          sentence={
            <>
              Choose what we email to {user.email}. Everything is also listed under{' '}
              <Link className="link" to={pages.activity}>
                Activity
              </Link>
              . Changes save automatically.
            </>
          }
        >
          <EmailSettings />
        </Setting>
      )}
      <AppearanceSetting />
      {user && (
        <Setting title="Your data" sentence="Export your data, or import it from another Framelight site.">
          <YourData email={user.email} />
        </Setting>
      )}
      <DeleteAccountSetting />
      <ConfirmItsYou />
    </div>
  )
}
