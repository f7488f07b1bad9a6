import { lazy, Suspense, useState } from 'react'
import type { Comment } from '#shared/comments.ts'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/moment.tsx'

// Only for those who are signed in, and only once they press.
const changing = () => import('./change-comment.tsx')
const EditComment = lazy(async () => ({ default: (await changing()).EditComment }))
const DeleteComment = lazy(async () => ({ default: (await changing()).DeleteComment }))

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string) {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word = '') => [...word][0]?.toUpperCase() ?? '').join('')
}

type Props = { comment: Comment; imageId: string; mayEdit: boolean; mayDelete: boolean }

export function CommentItem({ comment, imageId, mayEdit, mayDelete }: Props) {
  const [doing, setDoing] = useState<'edit' | 'delete'>()
  const stop = () => setDoing(undefined)

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-3.5 border-line border-t py-5">
      <span
        aria-hidden="true"
        className="grid size-9 place-items-center rounded-full bg-hover font-semibold text-caption text-ink-2"
      >
        {initialsOf(comment.user.name)}
      </span>
      <div>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="wrap-anywhere font-medium">{comment.user.name}</span>
          <span className="text-caption text-ink-3">
            <Moment at={comment.createdAt} as="ago" />
            {comment.updatedAt !== comment.createdAt && ', edited'}
          </span>
        </p>
        {doing === 'edit' ? (
          <Suspense>
            <EditComment comment={comment} imageId={imageId} onDone={stop} />
          </Suspense>
        ) : (
          <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-2">
            {comment.content}
          </p>
        )}
        {!doing && (mayEdit || mayDelete) && (
          <div className="-mb-2 -ml-3 mt-1 flex gap-1">
            {mayEdit && (
              <Button kind="ghost" onClick={() => setDoing('edit')}>
                Edit
              </Button>
            )}
            {mayDelete && (
              <Button kind="ghost" onClick={() => setDoing('delete')}>
                Delete
              </Button>
            )}
          </div>
        )}
      </div>
      {doing === 'delete' && (
        <Suspense>
          <DeleteComment comment={comment} imageId={imageId} onDone={stop} />
        </Suspense>
      )}
    </li>
  )
}
