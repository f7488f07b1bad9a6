import type { Link } from '#shared/links.ts'
import { notify } from '#web/lib/notify.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useLinkChanges } from './use-link-changes.ts'

type Props = { link: Pick<Link, '_id' | 'title'>; onClose: () => void; onDeleted?: () => void }

export function DeleteLinkDialog({ link: { _id, title }, onClose, onDeleted }: Props) {
  const { remove } = useLinkChanges()
  return (
    <ConfirmDialog
      title="Delete Link"
      verb="Delete"
      busyVerb="Deleting"
      onClose={onClose}
      onConfirm={async () => {
        await remove(_id)
        void notify('success', `"${title}" deleted`)
        onDeleted?.()
      }}
    >
      <p className="wrap-anywhere">Are you sure you want to delete the link "{title}"? This action cannot be undone.</p>
      <p>All images associated with this link will also be deleted.</p>
    </ConfirmDialog>
  )
}
