import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelEmailChange, requestEmailChange } from '#shared/sign-in.ts'
import { newEmail } from '#shared/sign-in-forms.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Props = { email: string; pendingEmail: string | null }

export function EmailAddressSetting({ email, pendingEmail }: Props) {
  const [isChanging, setIsChanging] = useState(false)
  return (
    <Setting title="Email address" sentence="We use it for logging in and for notifications.">
      <div className="grid gap-4">
        {isChanging ? (
          <NewEmailForm onClose={() => setIsChanging(false)} />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="wrap-anywhere min-w-0 font-medium" dir="ltr">
              {email}
            </p>
            {!pendingEmail && (
              <Button aria-label="Change email address" onClick={() => setIsChanging(true)}>
                Change
              </Button>
            )}
          </div>
        )}
        {pendingEmail && !isChanging && <PendingChange email={pendingEmail} />}
      </div>
    </Setting>
  )
}

function useRequest() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.signIn })
  return {
    send: async (email: string) => {
      const { data } = await call(requestEmailChange, { body: { email } })
      await refresh()
      void notify('success', data.message)
    },
    cancel: async () => {
      await call(cancelEmailChange)
      await refresh()
    },
  }
}

function NewEmailForm({ onClose }: { onClose: () => void }) {
  const { send } = useRequest()
  const canEmail = useCanEmail()
  const { register, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: newEmail,
    defaults: { email: '' },
    fallback: "Couldn't send the link. Try again in a moment.",
    submit: async ({ email }) => {
      await send(email)
      onClose()
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        autoFocus
        dir="ltr"
        hint={
          canEmail
            ? "We'll send a link to the new address. Nothing changes until you open it."
            : "Email isn't set up on this server. Ask the person who runs it for the confirmation link."
        }
        error={errorOf('email')}
        {...register('email')}
      />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" type="submit" busy={isSubmitting && (canEmail ? 'Sending' : 'Saving')}>
          {canEmail ? 'Send link' : 'Change address'}
        </Button>
        <Button kind="ghost" onClick={onClose} disabled={isSubmitting}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function PendingChange({ email }: { email: string }) {
  const { send, cancel } = useRequest()
  const canEmail = useCanEmail()
  const [busy, setBusy] = useState<'send' | 'cancel'>()

  const run = async (name: 'send' | 'cancel', work: () => Promise<void>) => {
    setBusy(name)
    await work().catch((error: unknown) =>
      notify('error', thrownMessage(error, 'An error occurred. Please try again.')),
    )
    setBusy(undefined)
  }

  return (
    <Notice tone="info">
      <p>
        {canEmail ? 'Open the link we sent to ' : 'Ask the person who runs this server for the link that confirms '}
        <b className="wrap-anywhere font-medium">{email}</b>
        {canEmail && ' within 24 hours'}. You'll then be logged out everywhere and log in with the new address.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {canEmail && (
          <Button busy={busy === 'send' && 'Sending'} onClick={() => void run('send', () => send(email))}>
            Send again
          </Button>
        )}
        <Button kind="ghost" busy={busy === 'cancel' && 'Canceling'} onClick={() => void run('cancel', cancel)}>
          Keep the old address
        </Button>
      </div>
    </Notice>
  )
}
