import { MessageCircleOff } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useSession, useUser } from '#web/lib/session.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CommentTarget } from './comment-target.ts'

const NewComment = lazy(async () => ({ default: (await import('./new-comment.tsx')).NewComment }))
const NewGuestComment = lazy(async () => ({ default: (await import('./new-guest-comment.tsx')).NewGuestComment }))

type Props = {
  target: CommentTarget
  /** Called after posting or canceling. */
  onDone?: () => void
}

export function AddComment({ target, onDone }: Props) {
  const { status } = useSession()
  const isMounted = useMounted()
  const { pathname, search } = useLocation()
  const isOwner = useUser()?._id === target.linkOwnerId
  if (status === 'loading') return null
  if (target.commenting === 'off' && !isOwner) {
    return <Notice icon={MessageCircleOff}>Comments are turned off for this gallery.</Notice>
  }
  if (status === 'signed-in' || target.commenting === 'guests') {
    const Form = status === 'signed-in' ? NewComment : NewGuestComment
    const placeholder = <Skeleton className={status === 'signed-in' ? 'h-50' : 'h-80'} />
    // The server can't wait for lazy code, and a suspended boundary would cause a hydration error.
    if (!isMounted) return placeholder
    return (
      <Suspense fallback={placeholder}>
        <Form target={target} onDone={onDone} />
      </Suspense>
    )
  }
  return (
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
}
