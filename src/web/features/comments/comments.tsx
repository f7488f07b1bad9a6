import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { imageQueries } from '#web/lib/queries/image.ts'
import { sentenceOf } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { CommentItem } from './comment-item.tsx'
import { useCommentChanges } from './use-comment-changes.ts'

const CommentForm = lazy(async () => ({ default: (await import('./comment-form.tsx')).CommentForm }))

type Props = { imageId: string; linkOwnerId: string }

/** What people say about an image, and a place to say something. */
export function Comments({ imageId, linkOwnerId }: Props) {
  const session = useSession()
  const isMounted = useMounted()
  const { data: comments, error, refetch } = useQuery(imageQueries.comments(imageId))
  const { add } = useCommentChanges(imageId)
  const section = useRef<HTMLElement>(null)
  const { hash, pathname } = useLocation()
  const userId = session.status === 'signed-in' ? session.user._id : undefined

  useEffect(() => {
    if (hash === '#comments') section.current?.scrollIntoView()
  }, [hash])

  return (
    <section ref={section} id="comments" aria-labelledby="comments-title" className="grid content-start">
      <h2 id="comments-title" className="mb-5 text-subhead">
        {comments?.length ? count(comments.length, 'comment') : 'Comments'}
      </h2>
      <div className="mb-7">
        {userId && (
          <Suspense fallback={<Skeleton className="h-50" />}>
            <CommentForm
              draftKey={`comment on ${imageId}`}
              label="Add a comment"
              verb="Post comment"
              busyVerb="Posting"
              fallback="Error adding comment"
              submit={add}
            />
          </Suspense>
        )}
        {session.status === 'signed-out' && (
          <p className={isMounted ? undefined : 'for-strangers'}>
            <Link
              className="link inline-flex min-h-11 items-center"
              to={pages.login}
              state={{ from: `${pathname}#comments` }}
            >
              Please login to add a comment
            </Link>
          </p>
        )}
      </div>
      {!comments && !error && (
        <Loading label="Loading comments">
          <Skeleton className="h-20" />
        </Loading>
      )}
      {!comments && error && (
        <Failure sentence={sentenceOf(error, 'Error fetching comments')} onRetry={() => void refetch()} />
      )}
      {comments?.length === 0 && <p className="border-line border-t pt-5 text-ink-3">Nobody has said anything yet.</p>}
      {comments && comments.length > 0 && (
        <ul>
          {comments.map((comment) => (
            <CommentItem
              key={comment._id}
              comment={comment}
              imageId={imageId}
              mayEdit={comment.user._id === userId}
              mayDelete={userId !== undefined && (comment.user._id === userId || linkOwnerId === userId)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
