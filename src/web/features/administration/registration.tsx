import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send, X } from 'lucide-react'
import { inviteToRegister, type RegistrationInvitation, revokeRegistrationInvitation } from '#shared/administration.ts'
import { newRegistrationInvitation } from '#shared/administration-forms.ts'
import type { RegistrationMode } from '#shared/config.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { formatDay } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { administrationQueries } from '#web/lib/queries/administration.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const modes: Record<RegistrationMode, { word: string; sentence: string }> = {
  open: { word: 'Open', sentence: 'Anyone can register.' },
  invited: { word: 'By invitation', sentence: 'Only people you invite can register.' },
  closed: { word: 'Closed', sentence: 'No one can register. Existing users can still log in.' },
}

export const Registration = ({ mode }: { mode: RegistrationMode }) => (
  <section aria-labelledby="registration" className="grid gap-3 border-line border-t pt-8">
    <div className="flex items-baseline justify-between gap-4">
      <h2 id="registration" className="text-subhead">
        Who can register
      </h2>
      <span className="text-ink-2 text-ui">{modes[mode].word}</span>
    </div>
    <p className="text-caption text-ink-3">
      {modes[mode].sentence} To change this, set <code>REGISTRATION</code> on the server.
    </p>
    {mode === 'invited' && <Invitations />}
  </section>
)

function Invitations() {
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
      <form noValidate onSubmit={onSubmit} className="grid gap-3">
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <TextField label="Email" type="email" error={errorOf('email')} {...register('email')} />
        <div>
          <Button type="submit" icon={Send} busy={isSubmitting && 'Sending'}>
            Send invitation
          </Button>
        </div>
      </form>
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
            <IconButton
              icon={X}
              label={`Revoke the invitation${invitation.email ? ` to ${invitation.email}` : ''}`}
              onClick={() => void revoke(invitation)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
