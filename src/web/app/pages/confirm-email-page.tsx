import { useParams } from 'react-router'
import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { ConfirmEmail } from '#web/features/accounts/confirm-email.tsx'

export function ConfirmEmailPage() {
  const { token = '' } = useParams()
  return (
    <>
      <title>Confirm your email · Framelight</title>
      <AuthLayout title="Confirm your email" sentence="Once it's confirmed, people can open your links.">
        <ConfirmEmail token={token} />
      </AuthLayout>
    </>
  )
}
