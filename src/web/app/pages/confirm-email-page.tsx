import { useParams } from 'react-router'
import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { ConfirmEmail } from '#web/features/accounts/confirm-email.tsx'

export function ConfirmEmailPage() {
  const { token = '' } = useParams()
  return (
    <>
      <title>Confirm your address · Framelight</title>
      <AuthLayout title="Confirm your address" sentence="From then on whoever has your links can open them.">
        <ConfirmEmail token={token} />
      </AuthLayout>
    </>
  )
}
