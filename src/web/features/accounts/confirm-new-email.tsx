import { getMe } from '#shared/accounts.ts'
import { pages } from '#shared/pages.ts'
import { confirmEmailChange } from '#shared/sign-in.ts'
import { call } from '#web/lib/api.ts'
import { forgetSession, useUser } from '#web/lib/session.ts'
import { ClickToConfirm } from './click-to-confirm.tsx'

export function ConfirmNewEmail({ token }: { token: string }) {
  const user = useUser()
  return (
    <ClickToConfirm
      label="Use this email address"
      busyLabel="Changing"
      failureMessage="Your email address couldn't be changed. Please try again."
      confirm={async () => (await call(confirmEmailChange, { params: { token } })).data.message}
      onConfirmed={async () => {
        // All sessions of the account have ended, but another account may be logged in here.
        if (user) await call(getMe).catch(forgetSession)
      }}
      next={{ to: pages.login, label: 'Login' }}
    />
  )
}
