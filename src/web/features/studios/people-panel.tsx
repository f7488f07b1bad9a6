import { Check, UserPlus, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { plans } from '#shared/plans.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { CollaboratorList } from './collaborator-list.tsx'
import { InviteCollaboratorDialog } from './invite-collaborator-dialog.tsx'
import { StudioPanel } from './studio-panel.tsx'
import { useCollaborators } from './use-collaborators.ts'

export const PeoplePanel = () => (
  <StudioPanel
    id="people"
    title="People"
    sentence="Work with a second photographer or an assistant. No shared password."
  >
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-5">
        <People />
      </div>
      <RightsTable />
    </div>
  </StudioPanel>
)

type PeopleProps = {
  /** On a link's own page, only the people with access to this link, below a heading. */
  ofLink?: { id: string; heading: ReactNode }
}

export function People({ ofLink }: PeopleProps) {
  const linkId = ofLink?.id
  const { data, error, refetch } = useCollaborators()
  const [isInviting, setIsInviting] = useState(false)
  if (!data) {
    const sentence = errorMessage(error, "Couldn't load your collaborators. Please try again.")
    return (
      <>
        {ofLink?.heading}
        {error ? <Failure sentence={sentence} onRetry={() => void refetch()} /> : <Spinner />}
      </>
    )
  }
  const { data: people, limit } = data
  const shown = people.filter(({ link }) => linkId === undefined || link === null || link._id === linkId)
  const count = new Set(people.map(({ email }) => email)).size
  const isFull = count >= limit
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {ofLink?.heading ?? (
          <p className="text-ink-2 text-ui tabular-nums">{limit > 0 && `${count} of ${limit} people`}</p>
        )}
        <Button
          icon={UserPlus}
          kind={linkId === undefined && !isFull ? 'primary' : 'plain'}
          aria-haspopup="dialog"
          disabled={limit === 0}
          onClick={() => setIsInviting(true)}
        >
          Invite
        </Button>
      </div>
      {isFull && <Full limit={limit} />}
      {shown.length > 0 ? (
        <CollaboratorList collaborators={shown} />
      ) : (
        limit > 0 && <p className="text-ink-2 text-ui">No one yet. Invite someone to add or arrange images.</p>
      )}
      {isInviting && (
        <InviteCollaboratorDialog {...(linkId !== undefined && { linkId })} onClose={() => setIsInviting(false)} />
      )}
    </>
  )
}

const most = plans.gold.allows.collaborators

function Full({ limit }: { limit: number }) {
  const sellsPlans = useSellsPlans()
  const offer = limit < most && sellsPlans
  return (
    <Notice tone={limit === 0 ? 'info' : 'warn'} icon={Users}>
      {limit === 0 ? (
        <p>Collaborators are part of Plus and Gold.</p>
      ) : (
        <p>
          {sellsPlans ? 'Your plan includes' : 'You can invite up to'} {limit} collaborators. To invite someone else,
          remove one{offer && ` or upgrade to Gold for up to ${most}`}.
        </p>
      )}
      {offer && (
        <p className="mt-3">
          <Link className={limit === 0 ? buttonStyle.primary : buttonStyle.plain} to={pages.subscription}>
            {limit === 0 ? 'Upgrade Plan' : 'See Gold'}
          </Link>
        </p>
      )}
    </Notice>
  )
}

const rights = [
  ['Upload images', true, true],
  ['Copy the link, QR code', true, true],
  ['Edit, order and delete images', true, false],
  ['Comments and favorites', true, false],
  ['Title and description', true, false],
  ['Password, invitations, expiration', false, false],
  ['Delete the link, your plan', false, false],
] as const

const Mark = ({ isOn }: { isOn: boolean }) => (
  <td className="w-17 py-2.5 text-ink-2">
    {isOn ? (
      <Check size={18} strokeWidth={1.75} aria-label="Yes" role="img" />
    ) : (
      <span aria-label="No" role="img">
        –
      </span>
    )}
  </td>
)

const RightsTable = () => (
  <div>
    <h3 className="text-subhead">What they can do</h3>
    <table className="mt-3 w-full text-left text-ui">
      <thead className="text-caption text-ink-3">
        <tr>
          <th className="font-normal">
            <span className="sr-only">Action</span>
          </th>
          <th className="py-2 font-normal">Editor</th>
          <th className="py-2 font-normal">Uploader</th>
        </tr>
      </thead>
      <tbody>
        {rights.map(([what, isForEditor, isForUploader]) => (
          <tr key={what} className="border-line border-t">
            <th className="py-2.5 pr-3 font-normal">{what}</th>
            <Mark isOn={isForEditor} />
            <Mark isOn={isForUploader} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
