import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useSession } from '#web/lib/session.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const NewComment = lazy(async () => ({ default: (await import('./new-comment.tsx')).NewComment }))

type Props = {
  imageId: string
  /** Where the form was asked for: it is posted, or given up. */
  onDone?: () => void
}

/** A place to say something, for those who are signed in. */
export function AddComment({ imageId, onDone }: Props) {
  const { status } = useSession()
  const isMounted = useMounted()
  const { pathname, search } = useLocation()
  if (status === 'signed-in') {
    return (
      <Suspense fallback={<Skeleton className="h-50" />}>
        <NewComment imageId={imageId} onDone={onDone} />
      </Suspense>
    )
  }
  return (
    status === 'signed-out' && (
      <p className={isMounted ? undefined : 'for-strangers'}>
        <Link
          className="link inline-flex min-h-11 items-center"
          to={pages.login}
          state={{ from: `${pathname}${search}#comments` }}
        >
          Please login to add a comment
        </Link>
      </p>
    )
  )
}
