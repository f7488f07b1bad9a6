import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { addPasskey, getPasskeyCreationOptions, type Passkey, removePasskey, renamePasskey } from '#shared/sign-in.ts'
import { passkeyName } from '#shared/sign-in-forms.ts'
import { call } from '#web/lib/api.ts'
import { canUsePasskeys } from '#web/lib/can-use-passkeys.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { formatDay, formatDayInUtc } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { createPasskey, isDismissed, isKnownDevice } from '#web/lib/passkeys.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SignInRow } from './sign-in-row.tsx'

/** What the dialogs work on. A response is a new passkey that has no name yet. */
type Open = { renaming: Passkey } | { removing: Passkey } | { response: Record<string, unknown> }

export function PasskeysSetting({ passkeys }: { passkeys: Passkey[] }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Setting
      title="Passkeys"
      sentence="Log in with your fingerprint, face or screen lock. Nothing to remember, nothing to steal."
    >
      <div className="grid justify-items-start gap-5">
        {passkeys.length > 0 ? (
          <ul className="w-full">
            {passkeys.map((passkey) => (
              <SignInRow key={passkey._id} icon={KeyRound} title={passkey.name} details={detailsOf(passkey)}>
                <IconButton
                  icon={Pencil}
                  label={`Rename ${passkey.name}`}
                  onClick={() => setOpen({ renaming: passkey })}
                />
                <IconButton
                  icon={Trash2}
                  kind="iconDanger"
                  label={`Remove ${passkey.name}`}
                  onClick={() => setOpen({ removing: passkey })}
                />
              </SignInRow>
            ))}
          </ul>
        ) : (
          <p className="text-ink-2">You don't have a passkey yet.</p>
        )}
        {canUsePasskeys() ? (
          <AddButton onCreated={(response) => setOpen({ response })} />
        ) : (
          <p className="text-caption text-ink-3">
            To add one, open this page with https in a browser that supports passkeys.
          </p>
        )}
      </div>
      {open && 'removing' in open && <RemoveDialog passkey={open.removing} onClose={close} />}
      {open && 'renaming' in open && <NameDialog passkey={open.renaming} onClose={close} />}
      {open && 'response' in open && <NameDialog response={open.response} onClose={close} />}
    </Setting>
  )
}

const detailsOf = ({ lastUsedOn, isSynced, createdAt }: Passkey) => [
  lastUsedOn ? `Used ${formatDayInUtc(lastUsedOn)}` : 'Not used yet',
  isSynced ? 'Synced' : 'This device only',
  `Added ${formatDay(createdAt)}`,
]

function AddButton({ onCreated }: { onCreated: (response: Record<string, unknown>) => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const create = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      onCreated(await createPasskey((await call(getPasskeyCreationOptions)).data))
    } catch (error) {
      if (isKnownDevice(error)) setFailure('This device already has a passkey for your account.')
      else if (!isDismissed(error)) setFailure(thrownMessage(error, "The passkey couldn't be created. Try again."))
    }
    setIsBusy(false)
  }

  return (
    <>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button icon={Plus} busy={isBusy && "Follow your device's prompt"} onClick={() => void create()}>
        Add a passkey
      </Button>
    </>
  )
}

type NameProps = { passkey?: Passkey; response?: Record<string, unknown>; onClose: () => void }

function NameDialog({ passkey, response, onClose }: NameProps) {
  const queryClient = useQueryClient()
  const { register, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: passkeyName,
    defaults: { name: passkey?.name ?? '' },
    fallback: "The passkey couldn't be saved. Try again in a moment.",
    submit: async ({ name }) => {
      if (passkey) await call(renamePasskey, { params: { id: passkey._id }, body: { name } })
      if (response) await call(addPasskey, { body: { name, response } })
      await queryClient.invalidateQueries({ queryKey: queryKeys.signIn })
      void notify('success', passkey ? 'Passkey renamed' : 'Passkey added')
      onClose()
    },
  })
  return (
    <Dialog title={passkey ? 'Rename passkey' : 'Name this passkey'} onClose={isSubmitting ? () => {} : onClose}>
      <p className="text-ink-2">So you can tell it apart later.</p>
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        <TextField label="Name" autoComplete="off" error={errorOf('name')} {...register('name')} />
        <DialogButtons>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" busy={isSubmitting && 'Saving'}>
            {passkey ? 'Rename' : 'Save passkey'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const queryClient = useQueryClient()
  const remove = async () => {
    await call(removePasskey, { params: { id: passkey._id } })
    await queryClient.invalidateQueries({ queryKey: queryKeys.signIn })
    void notify('success', 'Passkey removed')
  }
  return (
    <ConfirmDialog
      title={`Remove ${passkey.name}?`}
      verb="Remove"
      busyVerb="Removing"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>You can't log in with this passkey anymore. Delete it on your device too, in its password settings.</p>
    </ConfirmDialog>
  )
}
