import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { generatePath } from 'react-router'
import type { Invitation } from '#shared/invitations.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { audienceOf } from '#web/lib/audience.ts'
import { copyText } from '#web/lib/copy-link.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { InvitationDialogs, type OpenDialog } from './invitation-dialogs.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { useInvitationChanges } from './use-invitation-changes.ts'

const whoCanOpen = {
  public: 'Anyone with the link can view. Invite people to see who opened it.',
  password: 'Anyone with the password can open this gallery.',
  private: 'This link is private, so only you can open it.',
}

export function Invitations({ link }: { link: Link }) {
  const { data: invitations, error, refetch } = useQuery(ownerQueries.invitations(link._id))
  const [dialog, setDialog] = useState<OpenDialog>()
  const changes = useInvitationChanges(link._id)
  const copy = async (invitation: Invitation) => {
    if (await copyText(invitation.url)) await notify('success', 'Link copied to clipboard!')
    else setDialog({ kind: 'personal-link', invitation, emailed: undefined })
  }
  const restore = async ({ _id, name }: Invitation) => {
    try {
      await changes.update(_id, { revoked: false })
      await notify('success', `${name}'s link works again`)
    } catch (failure) {
      await notify('error', errorMessage(failure, "The invitation couldn't be restored. Please try again."))
    }
  }

  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="max-w-96 text-ink-2 text-ui">
          Send a personal link to one person or family. See when it's opened, and revoke it anytime.
          {audienceOf(link) === 'password' && ' No password needed.'}
        </p>
        <Button icon={UserPlus} aria-haspopup="dialog" onClick={() => setDialog({ kind: 'new' })}>
          Invite someone
        </Button>
      </div>
      {invitations ? (
        invitations.length === 0 ? (
          <div>
            <h3 className="font-medium">No invitations yet</h3>
            <p className="text-ink-2 text-ui">{whoCanOpen[audienceOf(link)]}</p>
          </div>
        ) : (
          <ul>
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation._id}
                invitation={invitation}
                previewPath={`${generatePath(pages.gallery, { slug: link.slug })}?as=${invitation._id}`}
                onCopy={() => void copy(invitation)}
                onSend={() => setDialog({ kind: 'send', invitation })}
                onEdit={() => setDialog({ kind: 'edit', invitation })}
                onRevoke={() => setDialog({ kind: 'revoke', invitation })}
                onRestore={() => void restore(invitation)}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <Failure
          sentence={errorMessage(error, "Couldn't load the invitations. Please try again.")}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading invitations">
          <Skeleton className="h-24" />
        </Loading>
      )}
      {dialog && <InvitationDialogs link={link} dialog={dialog} changes={changes} onDialogChange={setDialog} />}
    </>
  )
}
