import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { controlStyle } from './control-style.ts'
import { Field } from './field.tsx'
import { IconButton } from './icon-button.tsx'

type Props = {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** Use this for suggested passwords, which people need to read. */
  startsShown?: boolean
} & ComponentProps<'input'>

export function PasswordField({ label, error, hint, startsShown = false, ...input }: Props) {
  const [isShown, setIsShown] = useState(startsShown)
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} type={isShown ? 'text' : 'password'} className={`${controlStyle} pr-13`} />
          <IconButton
            className="absolute top-0.5 right-0.5"
            icon={isShown ? EyeOff : Eye}
            label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
            onClick={() => setIsShown(!isShown)}
          />
        </div>
      )}
    </Field>
  )
}

/** Identifies the account for password managers in forms without an email field. */
export const HiddenUsername = ({ email = '' }: { email?: string | undefined }) => (
  <input type="text" autoComplete="username" value={email} readOnly hidden />
)
