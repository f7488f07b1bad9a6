import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { confirmedPassword } from '#shared/account-forms.ts'
import { checkResetLink, deadResetLink, resetPassword } from '#shared/accounts.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { notify } from '#web/lib/notify.ts'
import { forgetSession } from '#web/lib/session.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'
import { HiddenUsername, PasswordField } from '#web/ui/password-field.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { AskForResetLink } from './forgot-password-form.tsx'
import { StrengthMeter } from './strength-meter.tsx'

/** Rejects truncated links without asking the server. */
const tokenPattern = /^[\w-]{43}$/

export function ResetPassword({ token }: { token: string }) {
  const isWellFormed = tokenPattern.test(token)
  const { data, isPending } = useQuery({
    queryKey: ['reset-link', token],
    queryFn: async () => (await call(checkResetLink, { params: { token } })).data,
    enabled: isWellFormed,
    // Don't recheck while the user types. If the link expires in the meantime, saving fails with an error.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!isWellFormed || data?.isValid === false) return <DeadLink />
  return (
    <AuthLayout
      title="Choose a new password"
      sentence={
        data?.revokesKeys
          ? "You'll be logged out everywhere, and your API keys will be revoked. Then log in with the new password."
          : "You'll be logged out everywhere. Then log in with the new password."
      }
    >
      <title>Choose a new password · Framelight</title>
      {isPending ? (
        <Loading label="Checking the link">
          <Skeleton className="h-60" />
        </Loading>
      ) : (
        <NewPasswordForm token={token} />
      )}
    </AuthLayout>
  )
}

function DeadLink() {
  const canEmail = useCanEmail()
  return (
    <AuthLayout
      title="This link no longer works"
      sentence={canEmail ? deadResetLink : 'This reset link is invalid or has expired. Ask support for a new one.'}
    >
      <title>This link no longer works · Framelight</title>
      {canEmail ? (
        <Link className={buttonStyle.primaryBig} to={pages.forgotPassword}>
          Request a new link
        </Link>
      ) : (
        <AskForResetLink />
      )}
    </AuthLayout>
  )
}

function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const { register, watch, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: confirmedPassword,
    defaults: { password: '', confirmPassword: '' },
    fallback: 'Failed to change password',
    submit: async ({ password }) => {
      const { data } = await call(resetPassword, { params: { token }, body: { password } })
      // The reset ended all of the user's sessions on the server.
      forgetSession()
      void navigate(pages.login, { replace: true })
      void notify('success', data.message)
    },
  })
  return (
    <>
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <form noValidate onSubmit={onSubmit} className="grid gap-6">
        <HiddenUsername />
        <div className="grid gap-2.5">
          <PasswordField
            label="New password"
            autoComplete="new-password"
            error={errorOf('password')}
            {...register('password')}
          />
          <StrengthMeter password={watch('password')} />
        </div>
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          error={errorOf('confirmPassword')}
          {...register('confirmPassword')}
        />
        <Button kind="primaryBig" type="submit" busy={isSubmitting && 'Saving'}>
          Save new password
        </Button>
      </form>
      <p className="text-ink-2 text-ui">
        Link expired?{' '}
        <Link className="link inline-flex min-h-11 items-center" to={pages.forgotPassword}>
          Request a new link
        </Link>
      </p>
    </>
  )
}
