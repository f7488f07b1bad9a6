import { SignedOutOnly } from '#web/app/protected.tsx'
import { Door } from '#web/features/accounts/door.tsx'
import { LoginForm } from '#web/features/accounts/login-form.tsx'

export const LoginPage = () => (
  <SignedOutOnly>
    <title>Login · Framelight</title>
    <Door title="Login">
      <LoginForm />
    </Door>
  </SignedOutOnly>
)
