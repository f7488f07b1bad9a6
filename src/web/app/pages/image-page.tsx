import { useParams } from 'react-router'
import { Comments } from '#web/features/comments/comments.tsx'
import { ImageSkeleton } from '#web/features/images/image-view/image-skeleton.tsx'
import { ImageView } from '#web/features/images/image-view/image-view.tsx'
import { useImage } from '#web/features/images/image-view/use-image.ts'
import { ClosedLink } from '#web/features/links/gallery/closed-link.tsx'
import { sentenceOf } from '#web/lib/sentence.ts'
import { CouldNotLoad } from '#web/recipient/could-not-load.tsx'

export function ImagePage() {
  const { imageId = '' } = useParams()
  const { shown, error, retry } = useImage(imageId)

  if (shown?.state === 'open') {
    const { image } = shown
    const title = image.title || `Image from ${image.link.title}`
    return (
      <>
        <title>{`${title} · Framelight`}</title>
        <ImageView
          key={image._id}
          image={image}
          title={title}
          comments={<Comments imageId={image._id} linkOwnerId={image.user._id} />}
        />
      </>
    )
  }
  if (shown) return <ClosedLink closed={shown} noun="Image" />
  return (
    <>
      <title>Image · Framelight</title>
      {error ? (
        <CouldNotLoad
          title="This image could not be loaded"
          sentence={sentenceOf(error, 'Failed to fetch image. Please try again.')}
          onRetry={retry}
        />
      ) : (
        <ImageSkeleton />
      )}
    </>
  )
}
