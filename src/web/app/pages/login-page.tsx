import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OidcError } from '#shared/oidc.ts'
import { pages } from '#shared/pages.ts'
import { SignedOutOnly } from '#web/app/protected.tsx'
import { AuthLayout } from '#web/features/accounts/auth-layout.tsx'
import { LoginForm, OtherLoginWays } from '#web/features/accounts/login-form.tsx'
import { takeReturnTo } from '#web/lib/oidc-return-to.ts'
import { useLoginWays } from '#web/lib/use-login-ways.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const OidcReturn = lazy(() => import('#web/features/accounts/oidc-return.tsx'))
const OidcProblem = lazy(() => import('#web/features/accounts/oidc-problem.tsx'))

export const LoginPage = () => (
  <SignedOutOnly>
    <title>Login · Framelight</title>
    <LoginScreen />
  </SignedOutOnly>
)

function LoginScreen() {
  const { oidc, passwordLogin } = useLoginWays()
  const name = oidc?.name ?? 'Single sign-on'
  const { code, error, forget } = useOidcReturn()
  const [failure, setFailure] = useState('')
  if (code) {
    const goBack = (sentence: string) => {
      setFailure(sentence)
      forget()
    }
    return (
      <Suspense fallback={<Spinner />}>
        <OidcReturn code={code} name={name} onFailure={goBack} />
      </Suspense>
    )
  }
  const isOff = passwordLogin === 'off'
  return (
    <AuthLayout title="Login" sentence={isOff && `This site uses your ${name} account.`}>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {error && !failure && (
        <Suspense>
          <OidcProblem error={error} name={name} />
        </Suspense>
      )}
      {isOff ? (
        <Suspense fallback={<Spinner />}>
          <OtherLoginWays oidcName={name} hasPassword={false} />
        </Suspense>
      ) : (
        <LoginForm oidcName={oidc?.name} />
      )}
    </AuthLayout>
  )
}

/** Takes the code out of the URL right away, so it isn't in the history. */
function useOidcReturn() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [returned, setReturned] = useState({ code: search.get('oidc'), error: search.get('oidcError') as OidcError })
  const clean = useEffectEvent(() => {
    if (!returned.code && !returned.error) return
    void navigate(pages.login, { replace: true, state: { from: takeReturnTo() } })
  })
  useEffect(() => clean(), [])
  return { ...returned, forget: () => setReturned({ ...returned, code: null }) }
}
