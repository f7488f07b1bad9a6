import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { passwordLength } from '#shared/limits.ts'
import { exchangeOidcCode } from '#shared/oidc.ts'
import { secretText } from '#shared/text.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { browserTimeZone } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { startSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { HiddenUsername, PasswordField } from '#web/ui/password-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AuthLayout } from './auth-layout.tsx'

type Proof = { password?: string; secondFactorCode?: string }
type Props = { code: string; name: string; onFailure: (sentence: string) => void }

const isCode = (error: unknown, code: string): error is ApiError => error instanceof ApiError && error.code === code

/** After the provider has sent the browser back with a code. Asks for the password of an account that exists. */
export default function OidcReturn({ code, name, onFailure }: Props) {
  const [email, setEmail] = useState<string>()
  const isSent = useRef(false)

  const logIn = async (proof: Proof = {}) => {
    const answer = await call(exchangeOidcCode, { body: { code, timeZone: browserTimeZone(), ...proof } })
    if (!('token' in answer)) return
    startSession(answer)
    void notify('success', 'Login successful!')
  }

  const begin = useEffectEvent(async () => {
    // The code works once.
    if (isSent.current) return
    isSent.current = true
    try {
      await logIn()
    } catch (error) {
      if (isCode(error, 'ACCOUNT_EXISTS')) setEmail((error.data as { email: string }).email)
      else onFailure(errorMessage(error, 'An error occurred during login', 'Login failed'))
    }
  })
  useEffect(() => void begin(), [])

  if (email === undefined) return <Spinner />
  return <ExistingAccount email={email} name={name} logIn={logIn} onCancel={() => onFailure('')} />
}

const form = z.object({ password: secretText('Password', passwordLength.max) })

type ExistingProps = { email: string; name: string; logIn: (proof: Proof) => Promise<void>; onCancel: () => void }

function ExistingAccount({ email, name, logIn, onCancel }: ExistingProps) {
  const { register, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: form,
    defaults: { password: '' },
    fallback: 'An error occurred during login',
    fallbackForUnreadable: 'Login failed',
    submit: logIn,
  })
  return (
    <AuthLayout
      title="You already have an account"
      sentence={
        <>
          There's a Framelight account for{' '}
          <b className="wrap-anywhere font-medium text-ink" dir="ltr">
            {email}
          </b>
          . Enter its password once to connect it with {name}.
        </>
      }
    >
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <form noValidate onSubmit={onSubmit} className="grid gap-6">
        <HiddenUsername email={email} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          autoFocus
          error={errorOf('password')}
          {...register('password')}
        />
        <Button kind="primaryBig" type="submit" busy={isSubmitting && 'Connecting'}>
          Connect and log in
        </Button>
      </form>
      <div className="-mx-3">
        <Button kind="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </AuthLayout>
  )
}
