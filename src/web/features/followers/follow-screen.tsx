import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { generatePath, Link, useParams } from 'react-router'
import { confirmFollowing, type Following, getFollowing, unfollowLink } from '#shared/followers.ts'
import { pages } from '#shared/pages.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { type ButtonKind, buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StateScreen } from '#web/ui/state-screen.tsx'
import { FollowDialog } from './follow-dialog.tsx'

/** Rejects truncated links without asking the server. */
const tokenPattern = /^[\w-]{65}$/

/** Opening the emailed link isn't enough, because email scanners open links too. The user has to click a button. */
export function FollowScreen() {
  const { token = '' } = useParams()
  const queryClient = useQueryClient()
  const isWellFormed = tokenPattern.test(token)
  const queryKey = ['following', token]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await call(getFollowing, { params: { token } })).data,
    enabled: isWellFormed,
    retry: (count, failure) => count < 2 && !isGone(failure),
  })
  const [hasLeft, setHasLeft] = useState(false)
  const confirm = useMutation({
    mutationFn: () => call(confirmFollowing, { params: { token } }),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer.data),
  })
  const leave = useMutation({
    mutationFn: () => call(unfollowLink, { params: { token } }),
    onSuccess: () => setHasLeft(true),
  })

  if (data && hasLeft) return <Left following={data} />
  if (data) {
    const failure = confirm.error ?? leave.error
    return (
      <>
        {failure && (
          <div className="page pt-6">
            <Notice tone="danger">{errorMessage(failure, "That didn't work. Please try again.")}</Notice>
          </div>
        )}
        {data.isConfirmed ? (
          <Confirmed following={data} isLeaving={leave.isPending} onLeave={leave.mutate} />
        ) : (
          <Waiting following={data} isConfirming={confirm.isPending} onConfirm={confirm.mutate} />
        )}
      </>
    )
  }
  if (!isWellFormed || isGone(error)) return <Gone />
  return (
    <div className="page py-12">
      <title>Follow a gallery · Framelight</title>
      {error ? (
        <Failure
          sentence={errorMessage(error, "Couldn't check this link. Please try again.")}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Checking the link">
          <Skeleton className="h-80" />
        </Loading>
      )}
    </div>
  )
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

const titleOf = ({ link }: Following) => (link ? `“${link.title}”` : 'the gallery')

const coverOf = ({ link }: Following) =>
  link?.coverUrl ? (
    <img src={link.coverUrl} alt="" className="aspect-3/2 w-full rounded-print object-cover" />
  ) : undefined

function ToGallery({ following: { link }, kind }: { following: Following; kind: ButtonKind }) {
  if (!link) return null
  return (
    <Link className={buttonStyle[kind]} to={generatePath(pages.gallery, { slug: link.slug })}>
      Open the gallery
    </Link>
  )
}

type WaitingProps = { following: Following; isConfirming: boolean; onConfirm: () => void }

const Waiting = ({ following, isConfirming, onConfirm }: WaitingProps) => (
  <StateScreen
    title="Follow this gallery?"
    sentence={`We'll email ${following.email} when ${titleOf(following)} has new photos, once a day at most.`}
    picture={coverOf(following)}
  >
    <title>Follow a gallery · Framelight</title>
    <div className="flex flex-wrap gap-3">
      <Button kind="primary" busy={isConfirming && 'Saving'} onClick={onConfirm}>
        Follow
      </Button>
      <ToGallery following={following} kind="ghost" />
    </div>
  </StateScreen>
)

type ConfirmedProps = { following: Following; isLeaving: boolean; onLeave: () => void }

const Confirmed = ({ following, isLeaving, onLeave }: ConfirmedProps) => (
  <StateScreen
    title="You're following this gallery"
    sentence={`We'll email ${following.email} when ${titleOf(following)} has new photos, once a day at most.`}
    picture={coverOf(following)}
  >
    <title>You're following this gallery · Framelight</title>
    <div className="flex flex-wrap gap-3">
      <ToGallery following={following} kind="primary" />
      <Button kind="ghost" busy={isLeaving && 'Unsubscribing'} onClick={onLeave}>
        Unsubscribe
      </Button>
    </div>
  </StateScreen>
)

function Left({ following }: { following: Following }) {
  const [isAsking, setIsAsking] = useState(false)
  const { link, email } = following
  return (
    <StateScreen
      title="You're unsubscribed"
      sentence={`You won't get any more emails about ${titleOf(following)}. We've deleted your email address.`}
    >
      <title>You're unsubscribed · Framelight</title>
      <div className="flex flex-wrap gap-3">
        {link && (
          <Button aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
            Follow again
          </Button>
        )}
        <ToGallery following={following} kind="ghost" />
      </div>
      {link && isAsking && (
        <FollowDialog slug={link.slug} title={link.title} email={email} onClose={() => setIsAsking(false)} />
      )}
    </StateScreen>
  )
}

const Gone = () => (
  <StateScreen
    title="This link no longer works"
    sentence="You may have unsubscribed already, or it has expired. If you still get emails, use the link in the latest one."
  >
    <title>This link no longer works · Framelight</title>
    <Link className={buttonStyle.plain} to={pages.home}>
      Go to Home
    </Link>
  </StateScreen>
)
