import { lazy, Suspense } from 'react'
import { plans } from '#shared/plans.ts'
import { SignedOutOnly } from '#web/app/protected.tsx'
import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { freePlanWords } from '#web/features/accounts/free-plan-words.ts'
import { RegisterForm } from '#web/features/accounts/register-form.tsx'

const FreePlan = lazy(async () => ({ default: (await import('#web/features/accounts/free-plan.tsx')).FreePlan }))

export const RegisterPage = () => (
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
      <RegisterForm />
    </AuthLayout>
  </SignedOutOnly>
)
