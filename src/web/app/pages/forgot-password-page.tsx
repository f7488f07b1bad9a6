import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { ForgotPasswordForm } from '#web/features/accounts/forgot-password-form.tsx'

export const ForgotPasswordPage = () => (
  <>
    <title>Forgot your password? · Framelight</title>
    <AuthLayout
      title="Forgot your password?"
      sentence="Say which address you registered with, and a mail will bring you a link to choose a new one."
    >
      <ForgotPasswordForm />
    </AuthLayout>
  </>
)
