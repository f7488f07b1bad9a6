import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { generatePath } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

type Props = { linkId: string; invitationId: string }

export function PreviewAsBar({ linkId, invitationId }: Props) {
  const { data: invitations } = useQuery(ownerQueries.invitations(linkId))
  const invitation = invitations?.find(({ _id }) => _id === invitationId)
  // Only the owner can list invitations. Anyone else who opens this URL sees the regular gallery.
  if (!invitation) return null
  return (
    <aside aria-label="Preview" className="mb-3 border-line border-b bg-accent-soft">
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-ui">
        <Eye size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-accent" />
        <p className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
          Viewing as <b className="font-medium">{invitation.name}</b>. Nothing you do here is saved or counted.
        </p>
        {/* A full page load clears everything cached for the preview. */}
        <a className={buttonStyle.plain} href={`${generatePath(pages.editLink, { linkId })}#invitations`}>
          Back to the link
        </a>
      </div>
    </aside>
  )
}
