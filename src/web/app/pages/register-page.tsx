import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { SignedOutOnly } from '#web/app/protected.tsx'
import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { RegisterForm } from '#web/features/accounts/register-form.tsx'
import { siteQueries } from '#web/lib/queries/site.ts'
import { useLoginWays } from '#web/lib/use-login-ways.ts'
import { Spinner } from '#web/ui/spinner.tsx'

const FreePlan = lazy(async () => ({ default: (await import('#web/features/accounts/free-plan.tsx')).FreePlan }))

/** Loads lazily, because only sites with restricted registration need it. */
const RegistrationGate = lazy(async () => ({
  default: (await import('#web/features/accounts/registration-gate.tsx')).RegistrationGate,
}))

const OtherLoginWays = lazy(() => import('#web/features/accounts/other-login-ways.tsx'))

export const RegisterPage = () => (
  <SignedOutOnly>
    <title>Register · Framelight</title>
    <RegisterScreen />
  </SignedOutOnly>
)

function RegisterScreen() {
  const { oidc, passwordLogin } = useLoginWays()
  const [search] = useSearchParams()
  const invitation = search.get('invitation') ?? ''
  const registration = useQuery(siteQueries.config).data?.registration
  if (passwordLogin === 'off') {
    const name = oidc?.name ?? 'Single sign-on'
    return (
      <AuthLayout title="Register" sentence={`This site uses your ${name} account.`}>
        <Suspense fallback={<Spinner />}>
          <OtherLoginWays oidcName={name} hasPassword={false} />
        </Suspense>
      </AuthLayout>
    )
  }
  // Don't advertise the free plan if the visitor can't register.
  const isOffered = registration !== 'closed' && (registration !== 'invited' || invitation !== '')
  return (
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
  )
}
