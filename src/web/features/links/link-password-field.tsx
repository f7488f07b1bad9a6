import { Copy, Shuffle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { linkPasswordLength } from '#shared/limits.ts'
import { copyText } from '#web/lib/copy-link.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { suggestPassword } from './suggest-password.ts'
import type { LinkForm } from './use-link-form.ts'

type Props = { form: LinkForm; hasPassword: boolean; onRemove: () => void }

const copy = async (password: string) => {
  if (await copyText(password)) await notify('success', 'Password copied')
}

export function LinkPasswordField({ form, hasPassword, onRemove }: Props) {
  // Don't register this field. Registered fields can't be undefined, and would keep the password after saving.
  const password = useWatch({ control: form.control, name: 'password' })
  // Clicking Replace removes the focused button, so move the focus to the new field.
  const [hasSwitched, setHasSwitched] = useState(false)
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
        <div className="flex-[1_1_16rem]">
          <p className="font-medium text-ui">Password is on</p>
          <p className="text-caption text-ink-3">
            For security, it can't be shown again. Replace it, or{' '}
            <Link className="link" to="#invitations">
              invite people
            </Link>
            : their personal links don't need it.
          </p>
        </div>
        <div className="flex gap-1">
          <Button
            autoFocus={hasSwitched}
            onClick={() => {
              setHasSwitched(true)
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
        autoFocus={hasSwitched}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        hint={
          hasPassword
            ? "Everyone will need the new password, even people who've used the old one. Personal links keep working."
            : `At least ${linkPasswordLength.min} characters. You won't be able to see it again, so copy it now.`
        }
        value={password}
        onChange={({ target }) => change(target.value)}
      />
      <div className="-mx-3 flex flex-wrap">
        <Button kind="ghost" icon={Copy} onClick={() => copy(password)}>
          Copy password
        </Button>
        <Button kind="ghost" icon={Shuffle} onClick={() => change(suggestPassword())}>
          Generate another
        </Button>
        {hasPassword && (
          <Button kind="ghost" onClick={() => change(undefined)}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}
