import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { count } from '#web/lib/formats.ts'
import { imageQueries } from '#web/lib/queries/image.ts'
import { useUser } from '#web/lib/session.ts'
import { readStored } from '#web/lib/storage.ts'
import { type CommentTarget, guestNameKey } from './comment-target.ts'

/** The comments of an image. */
export function useComments({ imageId, linkOwnerId }: CommentTarget) {
  const query = useInfiniteQuery(imageQueries.comments(imageId))
  const { refetch, isFetched } = query
  const isLinkOwner = useUser()?._id === linkOwnerId
  // What came with the page is what everybody sees: what waits is seen by its owner and by a guest who has written somewhere.
  useEffect(() => {
    if (isFetched && (isLinkOwner || readStored(guestNameKey) !== null)) void refetch()
  }, [isFetched, isLinkOwner, refetch])
  return query
}

/** What they are called together; those that wait are counted apart, for the owner to see. */
export function useCommentsTitle({ imageId, linkOwnerId }: CommentTarget) {
  const { data = [], hasNextPage } = useInfiniteQuery(imageQueries.comments(imageId))
  const isLinkOwner = useUser()?._id === linkOwnerId
  const shown = data.filter(({ state }) => state !== 'waiting').length
  const waiting = data.length - shown
  const counted = hasNextPage ? `${shown}+ comments` : count(shown, 'comment')
  const title = shown > 0 ? counted : 'Comments'
  return isLinkOwner && waiting > 0 ? `${title}, ${waiting} waiting for you` : title
}
