import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { AskForResetLink, ForgotPasswordForm } from '#web/features/accounts/forgot-password-form.tsx'
import { useCanEmail } from '#web/lib/use-can-email.ts'

export function ForgotPasswordPage() {
  const canEmail = useCanEmail()
  return (
    <>
      <title>Forgot password? · Framelight</title>
      <AuthLayout
        title="Forgot password?"
        sentence={
          canEmail
            ? "Enter your email and we'll send you a link to reset your password."
            : "Email isn't set up on this server. Ask the person who runs it for a reset link."
        }
      >
        {canEmail ? <ForgotPasswordForm /> : <AskForResetLink />}
      </AuthLayout>
    </>
  )
}
