import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { imageQueries } from '#web/lib/queries/image.ts'

type Props = { image: Image; alt: string; isSettled: boolean }

/** What is said of a picture, by its owner and by others. */
export function Caption({ image, alt, isSettled }: Props) {
  // Asked only for a picture that somebody stops at; the image's page then has it already.
  const { data: comments } = useQuery({ ...imageQueries.comments(image._id), enabled: isSettled })
  return (
    <footer className="viewer-caption viewer-control">
      <div className="min-w-0">
        <h2 dir="auto" className={image.title ? 'wrap-anywhere text-subhead' : 'sr-only'}>
          {alt}
        </h2>
        {image.description && (
          <p
            dir="auto"
            className="wrap-anywhere max-h-[min(8.25rem,22dvh)] max-w-[40rem] overflow-y-auto whitespace-pre-line text-ui"
          >
            {image.description}
          </p>
        )}
      </div>
      <Link
        className="inline-flex min-h-11 items-center gap-2 whitespace-nowrap text-ui underline"
        to={`${generatePath(pages.image, { imageId: image._id })}#comments`}
      >
        <MessageCircle size={18} strokeWidth={1.75} aria-hidden="true" />
        {comments?.length ? count(comments.length, 'comment') : 'Comments'}
      </Link>
    </footer>
  )
}
