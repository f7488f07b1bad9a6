import { useState } from 'react'
import { oneCode } from '#shared/sign-in-forms.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CodeField } from './code-field.tsx'

type Props = { email: string; onCode: (code: string) => Promise<void>; onBack: () => void }

/** After the right password of an account with an authenticator app. */
export default function LoginCodeStep({ email, onCode, onBack }: Props) {
  const [isRecovery, setIsRecovery] = useState(false)
  const { register, reset, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: oneCode,
    defaults: { code: '' },
    fallback: 'An error occurred during login',
    fallbackForUnreadable: 'Login failed',
    submit: ({ code }) => onCode(code),
  })
  const field = { error: errorOf('code'), autoFocus: true, ...register('code') }
  return (
    <>
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <form noValidate onSubmit={onSubmit} className="grid gap-6">
        <p className="text-ink-2">
          Logging in as{' '}
          <b className="wrap-anywhere font-medium text-ink" dir="ltr">
            {email}
          </b>
        </p>
        {isRecovery ? (
          <TextField
            key="recovery"
            label="Recovery code"
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="xxxxx-xxxxx"
            hint="One of the ten codes you saved. Each works once."
            {...field}
            dir="ltr"
          />
        ) : (
          <CodeField key="code" hint="The 6 digits your authenticator app shows now." {...field} />
        )}
        <Button kind="primaryBig" type="submit" busy={isSubmitting && 'Logging in'}>
          Login
        </Button>
      </form>
      <div className="-mx-3 flex flex-wrap">
        <Button
          kind="ghost"
          onClick={() => {
            reset()
            setIsRecovery(!isRecovery)
          }}
        >
          {isRecovery ? 'Use my authenticator app' : 'Use a recovery code'}
        </Button>
        <Button kind="ghost" onClick={onBack}>
          Back
        </Button>
      </div>
      {isRecovery && (
        <p className="text-caption text-ink-3">
          Lost your codes too? Ask this site's administrator to turn off your authenticator app.
        </p>
      )}
    </>
  )
}
