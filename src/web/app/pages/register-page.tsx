import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { plans } from '#shared/plans.ts'
import { SignedOutOnly } from '#web/app/protected.tsx'
import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { freePlanWords } from '#web/features/accounts/free-plan-words.ts'
import { MayRegister } from '#web/features/accounts/may-register.tsx'
import { RegisterForm } from '#web/features/accounts/register-form.tsx'

const FreePlan = lazy(async () => ({ default: (await import('#web/features/accounts/free-plan.tsx')).FreePlan }))

export function RegisterPage() {
  const [search] = useSearchParams()
  const invitation = search.get('invitation') ?? ''
  return (
    <SignedOutOnly>
      <title>Register · Framelight</title>
      <AuthLayout
        title="Register"
        sentence={
          <Suspense fallback={freePlanWords(plans.free)}>
            <FreePlan />
          </Suspense>
        }
      >
        <MayRegister invitation={invitation}>
          {(email) => <RegisterForm invitation={invitation} invitedEmail={email} />}
        </MayRegister>
      </AuthLayout>
    </SignedOutOnly>
  )
}
