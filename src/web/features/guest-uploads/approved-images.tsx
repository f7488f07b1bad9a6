import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { generatePath, Link, useSearchParams } from 'react-router'
import { type Guest, type GuestImage, listGuestUploads } from '#shared/guest-uploads.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count, formatBytes } from '#web/lib/formats.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { guestName, imageSizes, timeText } from './queue-image.tsx'

const parameter = 'approved'

/** The guest whose approved images the page shows instead of the queue. It's in the URL, so going back works. */
export function useApprovedGuest() {
  const [query, setQuery] = useSearchParams()
  const showApproved = (guestId: string | undefined) => setQuery(guestId === undefined ? {} : { [parameter]: guestId })
  return { approvedGuestId: query.get(parameter), showApproved }
}

type Props = { linkId: string; guestId: string; guest: Guest | undefined }

export function ApprovedImages({ linkId, guestId, guest }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['approved-guest-uploads', linkId, guestId],
    queryFn: ({ pageParam: cursor }) =>
      call(listGuestUploads, { params: { id: linkId }, query: { state: 'shown', guest: guestId, cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const images = data?.pages.flatMap((page) => page.data)
  const name = guestName(guest ?? images?.[0]?.addedBy)

  useEffect(() => heading.current?.focus(), [])

  return (
    <section aria-labelledby="approved" className="min-w-0">
      <div className="-mt-2.5 mb-2">
        <BackLink to={generatePath(pages.guestUploads, { linkId })}>All guest uploads</BackLink>
      </div>
      <div className="mb-4 border-line border-t pt-3">
        <h2 ref={heading} id="approved" tabIndex={-1} className="wrap-anywhere text-subhead">
          Approved from <bdi>{name}</bdi>
        </h2>
        {images && <p className="text-caption text-ink-3">{approvedText(images.length, hasNextPage, guest)}</p>}
      </div>
      {images ? (
        <ul className="queue-images">
          {images.map((image) => (
            <ApprovedImage key={image._id} image={image} />
          ))}
        </ul>
      ) : error ? (
        <Failure
          sentence={errorMessage(error, "Couldn't load the images. Please try again.")}
          onRetry={() => void refetch()}
        />
      ) : (
        <Spinner />
      )}
      {hasNextPage && (
        <Button className="mt-6" busy={isFetchingNextPage && 'Loading'} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

function approvedText(listed: number, hasMore: boolean, guest: Guest | undefined) {
  if (listed === 0) return 'None of their images are in the gallery.'
  return hasMore && guest ? count(guest.shown, 'image') : count(listed, 'image')
}

const ApprovedImage = ({ image }: { image: GuestImage }) => (
  <li className="min-w-0">
    <Link
      className="queue-mat"
      to={generatePath(pages.image, { imageId: image._id })}
      aria-label={`${image.title || image.fileName}, ${timeText(image.createdAt)}`}
    >
      <Picture image={image} alt="" sizes={imageSizes} />
    </Link>
    <p className="mt-1.5 text-caption text-ink-3">
      {timeText(image.createdAt)}, {formatBytes(image.fileSize)}
    </p>
  </li>
)
