import { CommentForm } from './comment-form.tsx'
import type { CommentTarget } from './comment-target.ts'
import { useCommentChanges } from './use-comment-changes.ts'

type Props = {
  target: CommentTarget
  onDone?: (() => void) | undefined
}

export function NewComment({ target: { imageId }, onDone }: Props) {
  const { add } = useCommentChanges(imageId)
  return (
    <CommentForm
      draftKey={`comment on ${imageId}`}
      label="Add a comment"
      verb="Post comment"
      busyVerb="Posting"
      fallback="Error adding comment"
      submit={async (comment) => {
        await add(comment)
        onDone?.()
      }}
      {...(onDone && { onCancel: onDone })}
    />
  )
}
