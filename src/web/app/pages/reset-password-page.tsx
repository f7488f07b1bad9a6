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
        sentence="You'll be logged out everywhere. Then log in with the new password."
      >
        <ResetPasswordForm token={token} />
      </AuthLayout>
    </>
  )
}
