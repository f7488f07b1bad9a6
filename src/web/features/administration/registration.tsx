import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, Send, X } from 'lucide-react'
import { useState } from 'react'
import {
  inviteToRegister,
  type Overview,
  type RegistrationInvitation,
  revokeRegistrationInvitation,
} from '#shared/administration.ts'
import { newRegistrationInvitation, registrationModes } from '#shared/administration-forms.ts'
import type { RegistrationMode } from '#shared/config.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { formatDay, formatMinute } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { administrationQueries } from '#web/lib/queries/administration.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyLinkDialog } from '#web/ui/copy-link-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useInstallationChange } from './use-installation-change.ts'

const modes: Record<RegistrationMode, { word: string; sentence: string }> = {
  open: { word: 'Anyone', sentence: 'Anyone can register.' },
  invited: { word: 'Invited people', sentence: 'Only people you invite can register.' },
  closed: { word: 'No one', sentence: 'No one can register. Existing users can still log in.' },
}
const options = registrationModes.map((value) => ({ value, label: modes[value].word }))

type Settings = Pick<Overview, 'registration' | 'registrationSource'>

export const registrationText = ({ registration, registrationSource }: Settings) =>
  registrationSource === 'environment'
    ? `${modes[registration].sentence} To change this here, remove REGISTRATION from the server's settings and restart.`
    : modes[registration].sentence

export const Registration = ({ overview }: { overview: Settings }) => (
  <section aria-labelledby="registration" className="grid gap-3 border-line border-t pt-8">
    <h2 id="registration" className="text-subhead">
      Who can register
    </h2>
    <RegistrationChoice overview={overview} />
    <p className="text-caption text-ink-3">{registrationText(overview)}</p>
    {overview.registration === 'invited' && <Invitations />}
  </section>
)

export function RegistrationChoice({ overview: { registration, registrationSource } }: { overview: Settings }) {
  const change = useInstallationChange()
  if (registrationSource === 'environment') return null
  return (
    <Segment
      label="Who can register"
      options={options}
      value={registration}
      onChange={(mode) => void change({ registration: mode }, modes[mode].sentence)}
    />
  )
}

export const InvitationsToRegister = () => (
  <section aria-labelledby="invitations" className="grid gap-3 border-line border-t pt-8">
    <h2 id="invitations" className="text-subhead">
      Invitations to register
    </h2>
    <Invitations />
  </section>
)

function Invitations() {
  const canEmail = useCanEmail()
  const queryClient = useQueryClient()
  const { data: invitations = [] } = useQuery(administrationQueries.invitations)
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.administration })
  const { register, errorOf, onSubmit, refusal, isSubmitting, reset } = useSchemaForm({
    schema: newRegistrationInvitation,
    defaults: { email: '' },
    fallback: "The invitation couldn't be sent. Please try again.",
    submit: async (body) => {
      await call(inviteToRegister, { body })
      reset()
      void notify('success', `Invitation sent to ${body.email}`)
      await refresh()
    },
  })
  const [isCreating, setIsCreating] = useState(false)
  const [shown, setShown] = useState<RegistrationInvitation>()
  const createLink = async () => {
    setIsCreating(true)
    try {
      const { data } = await call(inviteToRegister, { body: { email: null } })
      setShown(data)
    } catch (error) {
      void notify('error', thrownMessage(error, "The invitation couldn't be created. Please try again."))
    }
    setIsCreating(false)
    await refresh()
  }
  const revoke = async ({ _id, email }: RegistrationInvitation) => {
    try {
      await call(revokeRegistrationInvitation, { params: { id: _id } })
      void notify('success', `Invitation${email ? ` to ${email}` : ''} revoked`)
    } catch (error) {
      void notify('error', thrownMessage(error, "The invitation couldn't be revoked."))
    }
    await refresh()
  }
  return (
    <>
      {canEmail ? (
        <form noValidate onSubmit={onSubmit} className="grid gap-3">
          {refusal && <Notice tone="danger">{refusal}</Notice>}
          <TextField label="Email" type="email" error={errorOf('email')} {...register('email')} />
          <div>
            <Button type="submit" icon={Send} busy={isSubmitting && 'Sending'}>
              Send invitation
            </Button>
          </div>
        </form>
      ) : (
        <div className="grid justify-items-start gap-3">
          <p className="text-caption text-ink-3">
            Email isn't set up on this server. Create an invitation link and send it yourself.
          </p>
          <Button icon={Link2} busy={isCreating && 'Creating'} onClick={() => void createLink()}>
            Create invitation link
          </Button>
        </div>
      )}
      <ul>
        {invitations.map((invitation) => (
          <li
            key={invitation._id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line border-t py-2"
          >
            <div>
              <b className="wrap-anywhere font-medium text-ui">{invitation.email ?? 'Invitation link'}</b>
              <p className="text-caption text-ink-3">
                Invited on {formatDay(invitation.createdAt)}, expires on {formatDay(invitation.expiresAt)}
              </p>
            </div>
            <span className="flex">
              <IconButton
                icon={Link2}
                label={`Show the invitation link${invitation.email ? ` for ${invitation.email}` : ''}`}
                aria-haspopup="dialog"
                onClick={() => setShown(invitation)}
              />
              <IconButton
                icon={X}
                label={`Revoke the invitation${invitation.email ? ` to ${invitation.email}` : ''}`}
                onClick={() => void revoke(invitation)}
              />
            </span>
          </li>
        ))}
      </ul>
      {shown && (
        <CopyLinkDialog
          title="Invitation link"
          label="Invitation link"
          url={shown.url}
          onClose={() => setShown(undefined)}
        >
          Send this link to one person. It works once, until {formatMinute(shown.expiresAt)}.
        </CopyLinkDialog>
      )}
    </>
  )
}
