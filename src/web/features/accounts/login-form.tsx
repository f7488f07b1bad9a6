import { lazy, Suspense, useState } from 'react'
import { type Credentials, credentials } from '#shared/account-forms.ts'
import { login } from '#shared/accounts.ts'
import { pages } from '#shared/pages.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { canUsePasskeys } from '#web/lib/can-use-passkeys.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { browserTimeZone } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { startSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OrLine } from '#web/ui/or-line.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AuthLink, useTypedEmail } from './auth-layout.tsx'

// The form is there first.
export const OtherLoginWays = lazy(() => import('./other-login-ways.tsx'))
const LoginCodeStep = lazy(() => import('./login-code-step.tsx'))

async function logIn(body: Credentials) {
  startSession(await call(login, { body: { ...body, timeZone: browserTimeZone() } }))
  void notify('success', 'Login successful!')
}

/** Doesn't redirect. The page does that once the session starts. */
export function LoginForm({ oidcName }: { oidcName: string | undefined }) {
  const { register, watch, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: credentials,
    defaults: { email: useTypedEmail(), password: '', rememberMe: false },
    fallback: 'An error occurred during login',
    fallbackForUnreadable: 'Login failed',
    submit: async (body) => {
      try {
        await logIn(body)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') throw error
        setCodeFor(body)
      }
    },
  })
  const [codeFor, setCodeFor] = useState<Credentials>()
  const hasOtherWays = canUsePasskeys() || oidcName !== undefined
  if (codeFor) {
    return (
      <Suspense fallback={<Spinner />}>
        <LoginCodeStep
          email={codeFor.email}
          onCode={(code) => logIn({ ...codeFor, code })}
          onBack={() => setCodeFor(undefined)}
        />
      </Suspense>
    )
  }
  return (
    <>
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <form noValidate onSubmit={onSubmit} className="grid gap-6">
        <TextField label="Email" type="email" autoComplete="email" error={errorOf('email')} {...register('email')} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errorOf('password')}
          {...register('password')}
        />
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Checkbox label="Remember me" {...register('rememberMe')} />
          <AuthLink to={pages.forgotPassword} email={watch('email')}>
            Forgot password?
          </AuthLink>
        </div>
        <Button kind="primaryBig" type="submit" busy={isSubmitting && 'Logging in'}>
          Login
        </Button>
      </form>
      {hasOtherWays && (
        <>
          <OrLine />
          <Suspense fallback={<div className="min-h-13" />}>
            <OtherLoginWays oidcName={oidcName} rememberMe={watch('rememberMe') ?? false} />
          </Suspense>
        </>
      )}
      <p className="text-ink-2 text-ui">
        New here? <AuthLink to={pages.register}>Register</AuthLink>
      </p>
    </>
  )
}
