import { useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  type SignIn,
  startSecondFactor,
  stopSecondFactor,
} from '#shared/sign-in.ts'
import { oneCode } from '#shared/sign-in-forms.ts'
import { call } from '#web/lib/api.ts'
import { copyText } from '#web/lib/copy-link.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QrDrawing } from '#web/ui/qr-drawing.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { CodeField } from './code-field.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SignInRow } from './sign-in-row.tsx'

type Setup = { secret: string; uri: string }
type Open = { setup: Setup } | { codes: string[]; isNew: boolean } | 'turning off'

export function AuthenticatorSetting({ isOn, recoveryCodesLeft }: SignIn['secondFactor']) {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const [busy, setBusy] = useState<'setup' | 'codes'>()
  const close = () => setOpen(undefined)
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.signIn })

  const run = async (name: 'setup' | 'codes', work: () => Promise<Open>) => {
    setBusy(name)
    try {
      setOpen(await work())
    } catch (error) {
      void notify('error', thrownMessage(error, 'An error occurred. Please try again.'))
    }
    setBusy(undefined)
  }
  const start = () => run('setup', async () => ({ setup: (await call(startSecondFactor)).data }))
  const renew = () =>
    run('codes', async () => ({ codes: (await call(renewRecoveryCodes)).data.recoveryCodes, isNew: true }))

  return (
    <Setting
      title="Authenticator app"
      sentence="After your password, we ask for a code from an authenticator app. Passkeys don't need one."
    >
      {isOn ? (
        <ul>
          <SignInRow icon={Smartphone} title="Authenticator app" details={['On']}>
            <Button kind="ghost" onClick={() => setOpen('turning off')}>
              Turn off
            </Button>
          </SignInRow>
          <SignInRow icon={ShieldCheck} title="Recovery codes" details={[`${recoveryCodesLeft} of 10 left`]}>
            <Button kind="ghost" busy={busy === 'codes' && 'Creating'} onClick={() => void renew()}>
              Get new codes
            </Button>
          </SignInRow>
        </ul>
      ) : (
        <div className="grid justify-items-start gap-5">
          <p className="text-ink-2">Off. Your password alone is enough to log in.</p>
          <Button busy={busy === 'setup' && 'Starting'} onClick={() => void start()}>
            Set up
          </Button>
        </div>
      )}
      {open === 'turning off' && <TurnOffDialog onDone={refresh} onClose={close} />}
      {typeof open === 'object' && 'setup' in open && (
        <SetupDialog {...open.setup} onDone={(codes) => setOpen({ codes, isNew: false })} onClose={close} />
      )}
      {typeof open === 'object' && 'codes' in open && (
        <RecoveryCodesDialog
          {...open}
          onClose={() => {
            close()
            void refresh()
          }}
        />
      )}
    </Setting>
  )
}

function TurnOffDialog({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const turnOff = async () => {
    const { data } = await call(stopSecondFactor)
    await onDone()
    void notify('success', data.message)
  }
  return (
    <ConfirmDialog
      title="Turn off the authenticator app?"
      verb="Turn off"
      busyVerb="Turning off"
      onConfirm={turnOff}
      onClose={onClose}
    >
      <p>Your password alone will be enough to log in. Your recovery codes stop working.</p>
    </ConfirmDialog>
  )
}

type SetupProps = Setup & { onDone: (codes: string[]) => void; onClose: () => void }

function SetupDialog({ secret, uri, onDone, onClose }: SetupProps) {
  const queryClient = useQueryClient()
  const [isCopied, setIsCopied] = useState(false)
  const { register, setFocus, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: oneCode,
    defaults: { code: '' },
    fallback: "The authenticator app couldn't be turned on. Try again in a moment.",
    submit: async (body) => {
      const { data } = await call(confirmSecondFactor, { body })
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions })
      onDone(data.recoveryCodes)
    },
  })
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <Dialog title="Set up an authenticator app" onClose={isSubmitting ? () => {} : onClose}>
      <div className="flex flex-wrap gap-5">
        <QrDrawing
          text={uri}
          label="QR code for your authenticator app"
          className="size-40 shrink-0 rounded-small border border-line"
        />
        <div className="grid min-w-48 flex-1 content-start justify-items-start gap-2 text-ink-2">
          <p>Scan this with your authenticator app. Can't scan? Enter this key instead:</p>
          <p className="font-medium text-ink tracking-wide" dir="ltr">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </p>
          <Button kind="ghost" className="-mx-3" onClick={async () => setIsCopied(await copyText(secret))}>
            {isCopied ? 'Copied' : 'Copy key'}
          </Button>
        </div>
      </div>
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <CodeField hint="The 6 digits your app shows now." error={errorOf('code')} {...register('code')} />
        <DialogButtons>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" busy={isSubmitting && 'Turning on'}>
            Turn on
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
