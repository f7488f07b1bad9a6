import { useQueryClient } from '@tanstack/react-query'
import { Ban, Link2, Mail, RotateCcw, Smartphone, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type AdministeredUser,
  deleteUser,
  endUserSessions,
  sendResetEmail,
  turnOffSecondFactor,
} from '#shared/administered-users.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { count, formatAgo, formatMinute } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyLinkDialog } from '#web/ui/copy-link-dialog.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Lines } from './how-to.tsx'
import { useUserChange } from './use-user-change.ts'

type Props = { user: AdministeredUser }

type ResetLink = { url: string; expiresAt: string }
type Answer = { message: string; url?: string | undefined; expiresAt?: string | undefined }

const failed = "That didn't work. Please try again."

export function LoginSetting({ user: { _id, name, devices, isDisabled } }: Props) {
  const queryClient = useQueryClient()
  const canEmail = useCanEmail()
  const [resetLink, setResetLink] = useState<ResetLink>()
  const [first, ...others] = devices
  const act = async (work: Promise<{ data: Answer }>) => {
    try {
      const { message, url, expiresAt } = (await work).data
      if (url && expiresAt) setResetLink({ url, expiresAt })
      else void notify('success', message)
      await queryClient.invalidateQueries({ queryKey: queryKeys.administration })
    } catch (error) {
      void notify('error', thrownMessage(error, failed))
    }
  }
  const sentence = first
    ? `${first.device}, ${formatAgo(first.lastSeenAt)}.${others.length > 0 ? ` ${count(others.length, 'other device')}.` : ''}`
    : 'No active sessions.'
  return (
    <Setting id="login" title="Login" sentence={sentence}>
      <div className="flex flex-wrap gap-3">
        <Button
          icon={canEmail ? Mail : Link2}
          disabled={isDisabled}
          onClick={() => void act(call(sendResetEmail, { params: { id: _id } }))}
        >
          {canEmail ? 'Send password reset' : 'Copy reset link'}
        </Button>
        {first && (
          <Button kind="ghost" onClick={() => void act(call(endUserSessions, { params: { id: _id } }))}>
            Log out everywhere
          </Button>
        )}
      </div>
      {resetLink && (
        <CopyLinkDialog
          title={`Reset link for ${name}`}
          label="Reset link"
          url={resetLink.url}
          onClose={() => setResetLink(undefined)}
        >
          Email isn't set up on this server. Copy the link instead and send it to {name}. It works once, until{' '}
          {formatMinute(resetLink.expiresAt)}.
        </CopyLinkDialog>
      )}
    </Setting>
  )
}

export function AuthenticatorSetting({ user: { _id, name } }: Props) {
  const queryClient = useQueryClient()
  const canEmail = useCanEmail()
  const [isAsking, setIsAsking] = useState(false)
  const turnOff = async () => {
    const { data } = await call(turnOffSecondFactor, { params: { id: _id } })
    void notify('success', data.message)
    await queryClient.invalidateQueries({ queryKey: queryKeys.administration })
  }
  return (
    <Setting title="Authenticator app" sentence="Logging in with a password takes a code.">
      <Button kind="dangerQuiet" icon={Smartphone} onClick={() => setIsAsking(true)}>
        Turn off
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Turn off ${name}'s authenticator app?`}
          verb="Turn off"
          busyVerb="Turning off"
          onClose={() => setIsAsking(false)}
          onConfirm={turnOff}
        >
          <p>
            Do this if {name} has lost the app and the recovery codes. Until they set it up again, a password is enough
            to log in.{canEmail && ' They get an email about it.'}
          </p>
          <p>First, make sure it's really {name} who's asking.</p>
        </ConfirmDialog>
      )}
    </Setting>
  )
}

export function DisableAndDeleteSettings({ user }: Props) {
  const change = useUserChange(user._id)
  const [question, setQuestion] = useState<'disable' | 'delete'>()
  const { links, images } = user.usage
  if (user.isAdmin) {
    return (
      <Setting title="Disable or delete" sentence="To disable or delete an administrator, remove their role first:">
        <Lines lines={[`npm run admin -- revoke ${user.email}`]} />
      </Setting>
    )
  }
  const enable = () =>
    change({ isDisabled: false }, `${user.name} can log in again`).catch((error) =>
      notify('error', thrownMessage(error, failed)),
    )
  return (
    <>
      {user.isDisabled ? (
        <Setting title="Enable" sentence={`Restores their login and ${count(links, 'link')}.`}>
          <Button icon={RotateCcw} onClick={() => void enable()}>
            Enable account
          </Button>
        </Setting>
      ) : (
        <Setting
          title="Disable"
          sentence="The user can't log in, and their links show Link Not Found. Nothing is deleted."
        >
          <Button kind="dangerQuiet" icon={Ban} onClick={() => setQuestion('disable')}>
            Disable account
          </Button>
        </Setting>
      )}
      <Setting
        title="Delete"
        sentence={`Deletes ${count(links, 'link')}, ${count(images, 'image')} and this user's comments. This can't be undone.`}
      >
        <Button kind="dangerQuiet" icon={Trash2} onClick={() => setQuestion('delete')}>
          Delete account
        </Button>
      </Setting>
      {question === 'disable' && <DisableDialog user={user} onClose={() => setQuestion(undefined)} />}
      {question === 'delete' && <DeleteDialog user={user} onClose={() => setQuestion(undefined)} />}
    </>
  )
}

function DisableDialog({ user, onClose }: Props & { onClose: () => void }) {
  const change = useUserChange(user._id)
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      title={`Disable ${user.name}?`}
      verb="Disable"
      busyVerb="Disabling"
      onClose={onClose}
      onConfirm={() => change({ isDisabled: true, reason }, `${user.name} was disabled`)}
    >
      <p>
        All their devices are logged out immediately, and {count(user.usage.links, 'link')} will show Link Not Found
        until you enable the account again.
      </p>
      <TextField
        label="Reason"
        hint="Optional. Only administrators see it."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}

function DeleteDialog({ user, onClose }: Props & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const remove = async () => {
    if (typed.trim().toLowerCase() !== user.email) throw new Error('Type the email address exactly as shown.')
    const { data } = await call(deleteUser, { params: { id: user._id } })
    void notify('success', data.message)
    void navigate(pages.adminUsers, { replace: true })
    await queryClient.invalidateQueries({ queryKey: queryKeys.administration })
  }
  return (
    <ConfirmDialog
      title={`Delete ${user.name}?`}
      verb="Delete account"
      busyVerb="Deleting"
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        This deletes {count(user.usage.links, 'link')}, {count(user.usage.images, 'image')} and this user's comments,
        and cancels any subscription. It can't be undone.
      </p>
      <TextField
        label={`Type ${user.email} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  )
}
