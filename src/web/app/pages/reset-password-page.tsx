import { useParams } from 'react-router'
import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { ResetPasswordForm } from '#web/features/accounts/reset-password-form.tsx'

export function ResetPasswordPage() {
  const { token = '' } = useParams()
  return (
    <>
      <title>Choose a new password · Framelight</title>
      <AuthLayout
        title="Choose a new password"
        sentence="Once it is saved, every device is signed out, and you log in with it."
      >
        <ResetPasswordForm token={token} />
      </AuthLayout>
    </>
  )
}
