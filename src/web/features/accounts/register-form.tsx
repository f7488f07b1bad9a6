import { Link } from 'react-router'
import { registration } from '#shared/account-forms.ts'
import { register as registerUser } from '#shared/accounts.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { browserTimeZone } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { startSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AuthLink } from './auth-layout.tsx'
import { StrengthMeter } from './strength-meter.tsx'

/** Opens the page in a new tab, so the form keeps its values. */
const AgreeTo = ({ page, children }: { page: string; children: string }) => (
  <>
    I agree to the{' '}
    <Link className="link" to={page} target="_blank">
      {children}
    </Link>
  </>
)

/** Doesn't redirect. The page does that once the session starts. */
export function RegisterForm({ invitation, invitedEmail }: { invitation: string; invitedEmail: string }) {
  const { register, watch, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: registration,
    defaults: {
      name: '',
      email: invitedEmail,
      password: '',
      confirmPassword: '',
      acceptsTerms: false,
      acceptsPrivacy: false,
    },
    fallback: 'An error occurred during registration',
    fallbackForUnreadable: 'Registration failed',
    submit: async ({ name, email, password }) => {
      const body = { name, email, password, timeZone: browserTimeZone(), ...(invitation && { invitation }) }
      startSession(await call(registerUser, { body }))
      void notify('success', 'Registration successful!')
    },
  })
  return (
    <>
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <form noValidate onSubmit={onSubmit} className="grid gap-4.5">
        <TextField label="Name" autoComplete="name" error={errorOf('name')} {...register('name')} />
        <TextField label="Email" type="email" autoComplete="email" error={errorOf('email')} {...register('email')} />
        <div className="grid gap-2.5">
          <PasswordField
            label="Password"
            autoComplete="new-password"
            error={errorOf('password')}
            {...register('password')}
          />
          <StrengthMeter password={watch('password')} />
        </div>
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errorOf('confirmPassword')}
          {...register('confirmPassword')}
        />
        <div>
          <Checkbox
            label={<AgreeTo page={pages.terms}>Terms and Conditions</AgreeTo>}
            error={errorOf('acceptsTerms')}
            {...register('acceptsTerms')}
          />
          <Checkbox
            label={<AgreeTo page={pages.privacy}>Privacy Policy</AgreeTo>}
            error={errorOf('acceptsPrivacy')}
            {...register('acceptsPrivacy')}
          />
        </div>
        <Button kind="primaryBig" type="submit" busy={isSubmitting && 'Registering'}>
          Register
        </Button>
      </form>
      <p className="text-ink-2 text-ui">
        Already registered? <AuthLink to={pages.login}>Login</AuthLink>
      </p>
    </>
  )
}
