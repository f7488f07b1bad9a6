import { CommentForm } from './comment-form.tsx'
import type { CommentPlace } from './comment-place.ts'
import { useCommentChanges } from './use-comment-changes.ts'

type Props = {
  place: CommentPlace
  /** Where the form was asked for: it is posted, or given up. */
  onDone?: (() => void) | undefined
}

/** Says something about an image. */
export function NewComment({ place: { imageId }, onDone }: Props) {
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
