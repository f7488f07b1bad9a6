import { useParams } from 'react-router'
import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { ConfirmNewEmail } from '#web/features/accounts/confirm-new-email.tsx'

export function ConfirmNewEmailPage() {
  const { token = '' } = useParams()
  return (
    <>
      <title>Confirm your new email · Framelight</title>
      <AuthLayout
        title="Confirm your new email"
        sentence="You log in with it from now on. This logs you out everywhere."
      >
        <ConfirmNewEmail token={token} />
      </AuthLayout>
    </>
  )
}
