import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { notify, offerUndo } from '#web/lib/notify.ts'
import { undoSentence, useTrashDays } from '#web/lib/use-trash-days.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useLinkChanges } from './use-link-changes.ts'

type Props = { link: Pick<Link, '_id' | 'title'>; onClose: () => void; onDeleted?: () => void }

export function DeleteLinkDialog({ link: { _id, title }, onClose, onDeleted }: Props) {
  const { remove, restore } = useLinkChanges()
  const trashDays = useTrashDays()
  return (
    <ConfirmDialog
      title="Delete Link"
      verb="Delete"
      busyVerb="Deleting"
      onClose={onClose}
      onConfirm={async () => {
        await remove(_id)
        if (trashDays > 0) offerUndo(`"${title}" deleted`, () => void restore(_id))
        else void notify('success', `"${title}" deleted`)
        onDeleted?.()
      }}
    >
      <p className="wrap-anywhere">
        Are you sure you want to delete the link "{title}"? {undoSentence(trashDays, 'it')}
      </p>
      <p>All images associated with this link will also be deleted.</p>
    </ConfirmDialog>
  )
}

const deletionWarning = (images: number) => {
  if (images === 0) return 'It has no images.'
  return images === 1
    ? 'This also deletes its image and comments.'
    : `This also deletes its ${count(images, 'image')} and their comments.`
}

/** Goes to the dashboard after deleting. */
export function DeleteLink({ link }: { link: Link }) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div>
        <p className="font-medium text-ui">Delete this link</p>
        <p className="text-ink-2 text-ui">{deletionWarning(link.imageCount)}</p>
      </div>
      <Button kind="dangerQuiet" icon={Trash2} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <DeleteLinkDialog
          link={link}
          onClose={() => setIsAsking(false)}
          onDeleted={() => navigate(pages.dashboard, { replace: true })}
        />
      )}
    </div>
  )
}
