import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { generatePath, useNavigate, useParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ClosedLink } from '#web/features/galleries/closed-link.tsx'
import { CouldNotLoad } from '#web/features/galleries/could-not-load.tsx'
import { Gallery } from '#web/features/galleries/gallery.tsx'
import { GallerySkeleton } from '#web/features/galleries/gallery-skeleton.tsx'
import { useGallery } from '#web/features/galleries/use-gallery.ts'
import { sentenceOf } from '#web/lib/sentence.ts'

export function GalleryPage() {
  const { slug = '' } = useParams()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { shown: gallery, error, retry } = useGallery(slug)
  const presentSlug = gallery?.state === 'open' ? gallery.link.slug : slug

  // An old slug leads on to the present one.
  useEffect(() => {
    if (presentSlug === slug) return
    queryClient.setQueryData(['gallery', presentSlug], gallery)
    navigate(`${generatePath(pages.gallery, { slug: presentSlug })}${window.location.search}`, { replace: true })
  }, [presentSlug, slug, gallery, queryClient, navigate])

  if (gallery?.state === 'open') {
    return (
      <>
        <title>{`${gallery.link.title} · Framelight`}</title>
        <Gallery link={gallery.link} branded={gallery.branded} />
      </>
    )
  }
  if (gallery) return <ClosedLink closed={gallery} noun="Link" />
  return (
    <>
      <title>Gallery · Framelight</title>
      {error ? (
        <CouldNotLoad
          title="This gallery could not be loaded"
          sentence={sentenceOf(error, 'Failed to fetch link. Please try again.')}
          onRetry={retry}
        />
      ) : (
        <GallerySkeleton />
      )}
    </>
  )
}
