import { useParams } from 'react-router'
import { Door } from '#web/features/accounts/door.tsx'
import { ResetPasswordForm } from '#web/features/accounts/reset-password-form.tsx'

export function ResetPasswordPage() {
  const { token = '' } = useParams()
  return (
    <>
      <title>Choose a new password · Framelight</title>
      <Door
        title="Choose a new password"
        sentence="Once it is saved, every device is signed out, and you login with it."
      >
        <ResetPasswordForm token={token} />
      </Door>
    </>
  )
}
