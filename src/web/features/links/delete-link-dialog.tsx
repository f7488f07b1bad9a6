import type { Link } from '#shared/links.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDeleteLink } from './link-deletions.ts'

type Props = { link: Pick<Link, '_id' | 'title'>; onClose: () => void; onDeleted?: () => void }

/** Asks, and deletes; for a few seconds the message about it can still undo it. */
export function DeleteLinkDialog({ link, onClose, onDeleted }: Props) {
  const deleteLink = useDeleteLink()
  return (
    <ConfirmDialog
      title="Delete Link"
      verb="Delete"
      busyVerb="Deleting"
      onClose={onClose}
      onConfirm={async () => {
        deleteLink(link)
        onDeleted?.()
      }}
    >
      <p className="wrap-anywhere">
        Are you sure you want to delete the link "{link.title}"? This action cannot be undone.
      </p>
      <p>All images associated with this link will also be deleted.</p>
    </ConfirmDialog>
  )
}
