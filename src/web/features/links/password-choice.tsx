import { Copy, Shuffle } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { linkPasswordLength } from '#shared/limits.ts'
import { copyText } from '#web/lib/copy-link.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { suggestPassword } from './suggest-password.ts'
import type { LinkForm } from './use-link-form.ts'

type Props = { form: LinkForm; hasPassword: boolean; onRemove: () => void }

const copy = async (password: string) => {
  if (await copyText(password)) await notify('success', 'Password copied to clipboard!')
}

/** A link's password: chosen here once, and never shown again. */
export function PasswordChoice({ form, hasPassword, onRemove }: Props) {
  const { field } = useController({ control: form.control, name: 'password' })
  // The button that was pressed is gone; what came in its place takes the focus.
  const [hasMoved, setHasMoved] = useState(false)
  const change = (password: string | undefined) => form.setValue('password', password, { shouldDirty: true })

  if (typeof field.value !== 'string') {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <p className="font-medium text-ui">A password is set</p>
          <p className="text-caption text-ink-3">Nobody can read it, not even you.</p>
        </div>
        <div className="flex gap-1">
          <Button
            autoFocus={hasMoved}
            onClick={() => {
              setHasMoved(true)
              change(suggestPassword())
            }}
          >
            Replace
          </Button>
          <Button kind="ghost" onClick={onRemove}>
            Remove
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <PasswordField
        ref={field.ref}
        label={hasPassword ? 'New password' : 'Password'}
        startsShown
        autoFocus={hasMoved}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        error={form.errorOf('password')}
        hint={
          hasPassword
            ? 'Everyone has to enter the new one, also those who were in already.'
            : `At least ${linkPasswordLength.min} characters. It is never shown again, so write it down.`
        }
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
      <div className="-mx-3 flex flex-wrap">
        <Button kind="ghost" icon={Copy} onClick={() => copy(field.value ?? '')}>
          Copy password
        </Button>
        <Button kind="ghost" icon={Shuffle} onClick={() => change(suggestPassword())}>
          Suggest another
        </Button>
        {hasPassword && (
          <Button kind="ghost" onClick={() => change(undefined)}>
            Keep the old password
          </Button>
        )}
      </div>
    </div>
  )
}
