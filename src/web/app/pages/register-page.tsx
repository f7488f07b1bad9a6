import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { SignedOutOnly } from '#web/app/protected.tsx'
import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { RegisterForm } from '#web/features/accounts/register-form.tsx'
import { siteQueries } from '#web/lib/queries/site.ts'

const FreePlan = lazy(async () => ({ default: (await import('#web/features/accounts/free-plan.tsx')).FreePlan }))

/** Loads lazily, because only sites with restricted registration need it. */
const RegistrationGate = lazy(async () => ({
  default: (await import('#web/features/accounts/registration-gate.tsx')).RegistrationGate,
}))

export function RegisterPage() {
  const [search] = useSearchParams()
  const invitation = search.get('invitation') ?? ''
  const registration = useQuery(siteQueries.config).data?.registration
  // Don't advertise the free plan if the visitor can't register.
  const isOffered = registration !== 'closed' && (registration !== 'invited' || invitation !== '')
  return (
    <SignedOutOnly>
      <title>Register · Framelight</title>
      <AuthLayout
        title="Register"
        sentence={
          isOffered && (
            <Suspense fallback="Free for as long as you like.">
              <FreePlan />
            </Suspense>
          )
        }
      >
        {registration === 'invited' || registration === 'closed' ? (
          <Suspense>
            <RegistrationGate invitation={invitation}>
              {(email) => <RegisterForm invitation={invitation} invitedEmail={email} />}
            </RegistrationGate>
          </Suspense>
        ) : (
          <RegisterForm invitation={invitation} invitedEmail="" />
        )}
      </AuthLayout>
    </SignedOutOnly>
  )
}
