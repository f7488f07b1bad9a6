import { useParams } from 'react-router'
import { ResetPassword } from '#web/features/accounts/reset-password-form.tsx'

export function ResetPasswordPage() {
  const { token = '' } = useParams()
  return <ResetPassword token={token} />
}
