import { Check, Clock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Comment } from '#shared/comments.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Time } from '#web/ui/time.tsx'
import { directionOf } from '#web/ui/user-text.tsx'
import { authorOf, type CommentTarget } from './comment-target.ts'
import { useCommentChanges } from './use-comment-changes.ts'

// Most visitors can't edit or delete comments, so this code loads on demand.
const changing = () => import('./change-comment.tsx')
const EditComment = lazy(async () => ({ default: (await changing()).EditComment }))
const DeleteComment = lazy(async () => ({ default: (await changing()).DeleteComment }))

/** Returns 'ML' for 'Mara Lind'. */
export function initialsOf(name: string) {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word = '') => [...word][0]?.toUpperCase() ?? '').join('')
}

/** Authors who are no longer allowed to comment can delete their comments, but not edit them. */
const mayWrite = ({ guest }: Comment, { commenting }: CommentTarget) =>
  guest ? commenting === 'guests' : commenting !== 'off'

type Props = { comment: Comment; target: CommentTarget; isOwn: boolean; isModerator: boolean }

export function CommentItem({ comment, target, isOwn, isModerator }: Props) {
  const [doing, setDoing] = useState<'edit' | 'delete' | 'approve'>()
  const { approve } = useCommentChanges(target.imageId)
  const stop = () => setDoing(undefined)
  const name = authorOf(comment)
  const isWaiting = comment.state === 'waiting'

  const approveComment = () => {
    setDoing('approve')
    approve(comment._id)
      .catch((error: unknown) => notify('error', errorMessage(error, 'Error approving comment')))
      .finally(stop)
  }

  return (
    <li
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-3.5 border-line border-t py-5"
      dir={directionOf(comment.content)}
    >
      <span
        aria-hidden="true"
        className="grid size-9 place-items-center rounded-full bg-hover font-semibold text-caption text-ink-2"
      >
        {initialsOf(name)}
      </span>
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="wrap-anywhere font-medium">{name}</bdi>
          {comment.guest && <Badge>Guest</Badge>}
          <span className="text-caption text-ink-3" dir="ltr">
            <Time at={comment.createdAt} as="ago" />
            {comment.updatedAt !== comment.createdAt && ', edited'}
          </span>
          {isWaiting && (
            <Badge tone="warn" icon={Clock}>
              {isModerator ? 'Awaiting your approval' : 'Awaiting approval'}
            </Badge>
          )}
        </p>
        {doing === 'edit' ? (
          <Suspense>
            <EditComment comment={comment} imageId={target.imageId} onDone={stop} />
          </Suspense>
        ) : (
          <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-2">
            {comment.content}
          </p>
        )}
        {doing !== 'edit' && (isOwn || isModerator) && (
          <div
            className={`-ms-3 flex flex-wrap items-center gap-1 ${isWaiting && isModerator ? 'mt-2.5 mb-1' : '-mb-2 mt-1'}`}
          >
            {isWaiting && isModerator && (
              <Button
                icon={Check}
                className="ms-3 me-1"
                busy={doing === 'approve' && 'Approving'}
                onClick={approveComment}
              >
                Approve
              </Button>
            )}
            {isOwn && ((isModerator && !target.isEditor) || mayWrite(comment, target)) && (
              <Button kind="ghost" onClick={() => setDoing('edit')}>
                Edit
              </Button>
            )}
            <Button kind="ghost" onClick={() => setDoing('delete')}>
              Delete
            </Button>
            {isWaiting && isOwn && (
              <span className="px-3 text-caption text-ink-3">
                Only you can see it until {target.ownerName || 'the owner'} approves it.
              </span>
            )}
          </div>
        )}
      </div>
      {doing === 'delete' && (
        <Suspense>
          <DeleteComment comment={comment} imageId={target.imageId} onDone={stop} />
        </Suspense>
      )}
    </li>
  )
}
