import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { forgottenPassword } from '#shared/account-forms.ts'
import { forgotPassword } from '#shared/accounts.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AuthLink, useTypedEmail } from './auth-layout.tsx'

export function ForgotPasswordForm() {
  const [answer, setAnswer] = useState('')
  const { register, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: forgottenPassword,
    defaults: { email: useTypedEmail() },
    fallback: "The email couldn't be sent. Try again in a moment.",
    submit: async (body) => {
      setAnswer('')
      setAnswer((await call(forgotPassword, { body })).data.message)
    },
  })
  return (
    <>
      <div role="status" className="empty:hidden">
        {answer && (
          <Notice tone="info" icon={MailCheck}>
            {answer} The link works once and expires in one hour.
          </Notice>
        )}
      </div>
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <form noValidate onSubmit={onSubmit} className="grid gap-6">
        <TextField label="Email" type="email" autoComplete="email" error={errorOf('email')} {...register('email')} />
        <Button kind="primaryBig" type="submit" busy={isSubmitting && 'Sending'}>
          {answer ? 'Send again' : 'Send reset link'}
        </Button>
      </form>
      <p className="text-ink-2 text-ui">
        Remembered it? <AuthLink to={pages.login}>Login</AuthLink>
      </p>
    </>
  )
}

/** Where email isn't set up, an administrator copies the reset link for the user. */
export const AskForResetLink = () => (
  <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
    <Link className={buttonStyle.primary} to={pages.contact}>
      Contact support
    </Link>
    <AuthLink to={pages.login}>Back to login</AuthLink>
  </div>
)
