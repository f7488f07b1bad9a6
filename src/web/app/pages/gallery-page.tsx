import { useQueryClient } from '@tanstack/react-query'
import { Download, Play, Share2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { generatePath, useNavigate, useParams } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import type { Section } from '#shared/sections.ts'
import { ClosedGallery } from '#web/app/closed-gallery.tsx'
import { CouldNotLoad } from '#web/app/could-not-load.tsx'
import { NavigationMenu } from '#web/app/navigation-menu.tsx'
import { Page } from '#web/app/page.tsx'
import { RecipientNavigation } from '#web/app/recipient-navigation.tsx'
import { ReportGallery } from '#web/features/administration/report-gallery.tsx'
import { useChoiceUi } from '#web/features/choices/use-choice-ui.ts'
import { FollowButton, FollowDialog, useFollowOffer } from '#web/features/followers/follow-button.tsx'
import { DownloadImage } from '#web/features/images/download-image.tsx'
import { useLightbox } from '#web/features/images/lightbox/use-lightbox.ts'
import { WallWithLightbox } from '#web/features/images/lightbox/wall-with-lightbox.tsx'
import { loadSectionView } from '#web/features/images/wall/section-view.ts'
import { GallerySkeleton } from '#web/features/images/wall/wall.tsx'
import { DownloadAll, DownloadChoice } from '#web/features/links/gallery/download-all.tsx'
import { coverOf, Gallery } from '#web/features/links/gallery/gallery.tsx'
import { GalleryBar } from '#web/features/links/gallery/gallery-bar.tsx'
import { GalleryFoot } from '#web/features/links/gallery/gallery-foot.tsx'
import { useDownloadAll } from '#web/features/links/gallery/use-download-all.ts'
import { useExpiry } from '#web/features/links/gallery/use-expiry.ts'
import { useGallery } from '#web/features/links/gallery/use-gallery.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useUser } from '#web/lib/session.ts'
import { usePreviewAs } from '#web/lib/use-preview-as.ts'
import { useShare } from '#web/ui/share-button.tsx'
import { StudioLogo, StudioStyle } from '#web/ui/studio-brand.tsx'

const CommentsPanel = lazy(async () => ({
  default: (await import('#web/features/comments/comments-panel.tsx')).CommentsPanel,
}))

const SectionActions = lazy(async () => ({
  default: (await import('#web/features/links/gallery/section-actions.tsx')).SectionActions,
}))

const PreviewAsBar = lazy(async () => ({
  default: (await import('#web/features/access/preview-as-bar.tsx')).PreviewAsBar,
}))

// If the server rendered sections, React has to hydrate them together with the gallery.
if (typeof document !== 'undefined' && document.querySelector('.section-links')) await loadSectionView().catch(() => {})

export function GalleryPage() {
  const { slug = '' } = useParams()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { shown: gallery, error, retry } = useGallery(slug)
  const currentSlug = gallery?.state === 'open' ? gallery.link.slug : slug
  useExpiry(gallery?.state === 'open' ? gallery.link.expiresAt : null, retry)

  // An old slug redirects to the current one.
  useEffect(() => {
    if (currentSlug === slug) return
    queryClient.setQueryData(queryKeys.gallery(currentSlug), gallery)
    void navigate(`${generatePath(pages.gallery, { slug: currentSlug })}${window.location.search}`, { replace: true })
  }, [currentSlug, slug, gallery, queryClient, navigate])

  if (gallery?.state === 'open') {
    return (
      <>
        <title>{`${gallery.link.title} · ${gallery.link.studio?.name || 'Framelight'}`}</title>
        <OpenGallery link={asBranded(gallery.link)} branded={gallery.branded} />
      </>
    )
  }
  if (gallery) return <ClosedGallery closed={gallery} />
  return (
    <Page>
      <title>Gallery · Framelight</title>
      {error ? (
        <CouldNotLoad
          title="Couldn't load this gallery"
          sentence={errorMessage(error, 'Failed to fetch link. Please try again.')}
          onRetry={retry}
        />
      ) : (
        <GallerySkeleton />
      )}
    </Page>
  )
}

function OpenGallery({ link, branded }: { link: Link; branded: boolean }) {
  const isOwner = useUser()?._id === link.user
  const { studio } = link
  const previewAs = usePreviewAs()
  const choiceUi = useChoiceUi(link.choosing === 'on' && !isOwner)
  const [onlyIds, setOnlyIds] = useState<readonly string[]>()
  const shown = useMemo(() => (onlyIds ? withOnly(link, onlyIds) : link), [link, onlyIds])
  const over = useCallback(
    (imageId: string, alt: string) => choiceUi && <choiceUi.Heart link={link} imageId={imageId} alt={alt} />,
    [choiceUi, link],
  )
  const sectionActions = useCallback(
    (section: Section) => (
      <Suspense>
        <SectionActions link={link} section={section} isOwner={isOwner} />
      </Suspense>
    ),
    [link, isOwner],
  )
  const lightbox = useLightbox(shown.images)
  const download = useDownloadAll(link, isOwner)
  const { startSlideshow } = lightbox
  const [isFollowing, setIsFollowing] = useState(false)
  const follow = () => setIsFollowing(true)
  const followOffer = useFollowOffer()
  const [image] = link.images
  const comments = (imageId: string, hide: ReactNode) => (
    <CommentsPanel key={imageId} imageId={imageId} link={link}>
      {hide}
    </CommentsPanel>
  )
  const isUnderCover = coverOf(link) !== undefined && !onlyIds
  // Where visitors can add photos, narrow bars have no room for Share.
  const share = useShare({ title: link.title, link, path: generatePath(pages.gallery, { slug: link.slug }) })
  const actions = [
    ...(link.adding ? [{ label: 'Share', icon: Share2, onSelect: share.start }] : []),
    ...(download ? [{ label: 'Download all', icon: Download, onSelect: download.start }] : []),
    ...(link.images.length > 1 ? [{ label: 'Slideshow', icon: Play, onSelect: startSlideshow }] : []),
  ]
  const bar = (
    <GalleryBar
      link={link}
      isUnderCover={isUnderCover}
      download={download}
      onSlideshow={startSlideshow}
      menu={
        <NavigationMenu
          isBranded={Boolean(studio)}
          actions={actions}
          more={isOwner ? [] : [{ ...followOffer, onSelect: follow }]}
        />
      }
    />
  )
  const foot = (
    <GalleryFoot
      link={link}
      branded={branded}
      report={isOwner ? null : <ReportGallery slug={link.slug} />}
      follow={!isOwner && <FollowButton onClick={follow} />}
      download={
        download ? (
          <DownloadAll download={download} kind="plain" />
        ) : (
          link.imageCount === 1 && image && <DownloadImage image={image} kind="plain" />
        )
      }
    />
  )
  const wall = (
    <WallWithLightbox
      link={shown}
      lightbox={lightbox}
      comments={comments}
      over={choiceUi && over}
      sectionActions={sectionActions}
      beside={choiceUi && ((imageId) => <choiceUi.MyChoice key={imageId} link={link} imageId={imageId} />)}
      onDoubleTap={choiceUi && ((imageId) => choiceUi.choose(link, imageId, true))}
    />
  )
  return (
    <Page
      head={
        <>
          {studio ? (
            <>
              <StudioStyle studio={studio} hasLine={isUnderCover} />
              {isUnderCover && (
                <header className="studio-line">
                  <StudioLogo studio={studio} />
                </header>
              )}
            </>
          ) : (
            <RecipientNavigation />
          )}
          {!isUnderCover && bar}
        </>
      }
    >
      {previewAs && (
        <Suspense>
          <PreviewAsBar linkId={link._id} invitationId={previewAs} />
        </Suspense>
      )}
      {choiceUi && onlyIds ? (
        <>
          <choiceUi.ChoiceHeader link={link} />
          {wall}
          <choiceUi.ChoiceNotes link={link} />
        </>
      ) : (
        <Gallery link={link} isOwner={isOwner} bar={bar} foot={foot}>
          {choiceUi && <choiceUi.ReopenedNotice link={link} />}
          {wall}
        </Gallery>
      )}
      {choiceUi && (
        <choiceUi.ChoiceBar
          link={link}
          isOnlyChosen={onlyIds !== undefined}
          onShow={(imageIds) => {
            setOnlyIds(imageIds)
            window.scrollTo(0, 0)
          }}
        />
      )}
      {share.dialog}
      {download && <DownloadChoice download={download} />}
      {isFollowing && (
        <Suspense>
          <FollowDialog slug={link.slug} title={link.title} onClose={() => setIsFollowing(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/** The studio's name replaces the owner's. */
const asBranded = (link: Link) => (link.studio ? { ...link, owner: { name: link.studio.name } } : link)

function withOnly(link: Link, imageIds: readonly string[]): Link {
  const images = link.images.filter(({ _id }) => imageIds.includes(_id))
  return { ...link, images, imageCount: images.length, sections: [] }
}
