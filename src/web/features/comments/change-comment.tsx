import type { Comment } from '#shared/comments.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CommentForm } from './comment-form.tsx'
import { authorOf } from './comment-target.ts'
import { useCommentChanges } from './use-comment-changes.ts'

type Props = { comment: Comment; imageId: string; onDone: () => void }

export function EditComment({ comment, imageId, onDone }: Props) {
  const { update } = useCommentChanges(imageId)
  return (
    <CommentForm
      draftKey={`comment ${comment._id}`}
      label="Edit comment"
      content={comment.content}
      verb="Save"
      busyVerb="Saving"
      fallback="Error updating comment"
      submit={async (changed) => {
        await update(comment._id, changed)
        onDone()
      }}
      onCancel={onDone}
    />
  )
}

export function DeleteComment({ comment, imageId, onDone }: Props) {
  const { remove } = useCommentChanges(imageId)
  const confirm = () =>
    remove(comment._id).catch((error: unknown) => {
      throw new Error(errorMessage(error, 'Error deleting comment'))
    })
  return (
    <ConfirmDialog title="Delete comment" verb="Delete" busyVerb="Deleting" onConfirm={confirm} onClose={onDone}>
      <p>This deletes the comment by {authorOf(comment)} for everyone. It can't be undone.</p>
    </ConfirmDialog>
  )
}
