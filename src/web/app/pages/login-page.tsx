import { SignedOutOnly } from '#web/app/protected.tsx'
import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { LoginForm } from '#web/features/accounts/login-form.tsx'

export const LoginPage = () => (
  <SignedOutOnly>
    <title>Login · Framelight</title>
    <AuthLayout title="Login">
      <LoginForm />
    </AuthLayout>
  </SignedOutOnly>
)
