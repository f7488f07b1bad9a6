import { SignedOutOnly } from '#web/app/protected.tsx'
import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { RegisterForm } from '#web/features/accounts/register-form.tsx'
import { count } from '#web/lib/formats.ts'
import { usePlan } from '#web/lib/use-plans.ts'

export function RegisterPage() {
  const { linkLimit, imageLimit } = usePlan('free')
  return (
    <SignedOutOnly>
      <title>Register · Framelight</title>
      <AuthLayout
        title="Register"
        sentence={`${count(linkLimit, 'link')} and ${count(imageLimit, 'image')}, free for as long as you like.`}
      >
        <RegisterForm />
      </AuthLayout>
    </SignedOutOnly>
  )
}
