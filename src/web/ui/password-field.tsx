import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { controlStyle } from './control-style.ts'
import { Field } from './field.tsx'
import { IconButton } from './icon-button.tsx'

type Props = { label: string; error?: string | undefined; hint?: ReactNode } & ComponentProps<'input'>

export function PasswordField({ label, error, hint, ...input }: Props) {
  const [isShown, setIsShown] = useState(false)
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

/** Tells a password manager whose password a form asks for, where no field for people does. */
export const HiddenUsername = ({ email = '' }: { email?: string | undefined }) => (
  <input type="text" autoComplete="username" value={email} readOnly hidden />
)
