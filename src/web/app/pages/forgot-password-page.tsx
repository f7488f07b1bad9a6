import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { ForgotPasswordForm } from '#web/features/accounts/forgot-password-form.tsx'

export const ForgotPasswordPage = () => (
  <>
    <title>Forgot your password? · Framelight</title>
    <AuthLayout
      title="Forgot your password?"
      sentence="Enter your email and we'll send you a link to reset your password."
    >
      <ForgotPasswordForm />
    </AuthLayout>
  </>
)
