import { confirmEmail, getMe } from '#shared/accounts.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { updateUser, useUser } from '#web/lib/session.ts'
import { ClickToConfirm } from './click-to-confirm.tsx'

export function ConfirmEmail({ token }: { token: string }) {
  const user = useUser()
  return (
    <ClickToConfirm
      label="Confirm my email"
      busyLabel="Confirming"
      failureMessage="Your email address couldn't be confirmed. Please try again."
      confirm={async () => (await call(confirmEmail, { params: { token } })).data.message}
      onConfirmed={async () => {
        if (user) updateUser((await call(getMe)).data)
      }}
      next={user ? { to: pages.dashboard, label: 'Go to Dashboard' } : { to: pages.login, label: 'Login' }}
    />
  )
}
