import { Copy, Shuffle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
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
export function LinkPasswordField({ form, hasPassword, onRemove }: Props) {
  // Not registered with the form: a field there cannot hold nothing, and would keep the password after it was saved.
  const password = useWatch({ control: form.control, name: 'password' })
  // The button that was pressed is gone; what came in its place takes the focus.
  const [hasMoved, setHasMoved] = useState(false)
  const change = (changed: string | undefined) =>
    form.setValue('password', changed, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })

  const input = useRef<HTMLInputElement>(null)
  const error = form.errorOf('password')
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])

  if (typeof password !== 'string') {
    return (
      <div key="set" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
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
    <div key="choosing" className="grid gap-2">
      <PasswordField
        ref={input}
        label={hasPassword ? 'New password' : 'Password'}
        startsShown
        autoFocus={hasMoved}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        hint={
          hasPassword
            ? 'Everyone has to enter the new one, also those who were in already.'
            : `At least ${linkPasswordLength.min} characters. It is never shown again, so write it down.`
        }
        value={password}
        onChange={({ target }) => change(target.value)}
      />
      <div className="-mx-3 flex flex-wrap">
        <Button kind="ghost" icon={Copy} onClick={() => copy(password)}>
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
