import { Clock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CollaboratorRole } from '#shared/collaborator-forms.ts'
import type { Collaborator } from '#shared/collaborators.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { formatDay } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { useCollaboratorChanges } from './use-collaborators.ts'

export const roleOptions = [
  { value: 'editor', label: 'Editor' },
  { value: 'uploader', label: 'Uploader' },
] as const

const nameOf = ({ name, email }: Collaborator) => name ?? email

export function CollaboratorList({ collaborators }: { collaborators: Collaborator[] }) {
  const changes = useCollaboratorChanges()
  const [leaving, setLeaving] = useState<Collaborator>()
  const attempt = async (work: () => Promise<unknown>, sentence: string, done?: string) => {
    try {
      await work()
      if (done) await notify('success', done)
    } catch (error) {
      await notify('error', errorMessage(error, sentence))
    }
  }
  return (
    <>
      <ul className="border-line border-t">
        {collaborators.map((person) => (
          <Row
            key={person._id}
            person={person}
            onRole={(role) =>
              attempt(() => changes.changeRole(person._id, role), "The role couldn't be changed. Please try again.")
            }
            onSend={() =>
              attempt(
                () => changes.send(person._id),
                "The invitation couldn't be sent. Please try again.",
                `Invitation sent to ${person.email}`,
              )
            }
            onRemove={() => setLeaving(person)}
          />
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          title={leaving.state === 'invited' ? 'Withdraw invitation' : `Remove ${nameOf(leaving)}`}
          verb={leaving.state === 'invited' ? 'Withdraw' : 'Remove'}
          busyVerb={leaving.state === 'invited' ? 'Withdrawing…' : 'Removing…'}
          onConfirm={() => changes.remove(leaving._id)}
          onClose={() => setLeaving(undefined)}
        >
          <p>
            {leaving.state === 'invited'
              ? `The link for ${leaving.email} will stop working.`
              : 'They lose access right away. The images they added stay.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

type RowProps = {
  person: Collaborator
  onRole: (role: CollaboratorRole) => void
  onSend: () => void
  onRemove: () => void
}

function Row({ person, onRole, onSend, onRemove }: RowProps) {
  const { email, role, link, state, invitedAt, acceptedAt } = person
  const name = nameOf(person)
  const isInvited = state === 'invited'
  const canEmail = useCanEmail()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-line border-b py-4">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p dir="auto" className="font-medium wrap-anywhere">
          {name}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-5 gap-y-0.5 text-caption text-ink-3">
          {name !== email && <span className="wrap-anywhere">{email}</span>}
          <span dir="auto" className="wrap-anywhere">
            {link ? link.title : 'All links'}
          </span>
          <span>
            {isInvited ? `${formatDay(invitedAt)}, good for 14 days` : `Since ${formatDay(acceptedAt ?? invitedAt)}`}
          </span>
        </p>
        {isInvited && (
          <p className="mt-2">
            <Badge icon={Clock} tone="warn">
              Invited
            </Badge>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1">
        {isInvited && canEmail && (
          <Button kind="ghost" className="max-sm:-ml-3" aria-label={`Send again to ${email}`} onClick={onSend}>
            Send again
          </Button>
        )}
        <Select
          label={`Role of ${name}`}
          className="w-32"
          options={roleOptions}
          value={role}
          onChange={(event) => onRole(event.target.value as CollaboratorRole)}
        />
        <IconButton
          icon={Trash2}
          label={isInvited ? `Withdraw invitation to ${email}` : `Remove ${name}`}
          aria-haspopup="dialog"
          onClick={onRemove}
        />
      </div>
    </li>
  )
}
