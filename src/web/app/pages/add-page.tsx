import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, Lock } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { generatePath, Link as RouterLink, useMatch, useNavigate, useParams } from 'react-router'
import type { Link } from '#shared/links.ts'
import type { AddingState } from '#shared/page-data.ts'
import { pages } from '#shared/pages.ts'
import { ClosedGallery } from '#web/app/closed-gallery.tsx'
import { CouldNotLoad } from '#web/app/could-not-load.tsx'
import { NavigationMenu } from '#web/app/navigation-menu.tsx'
import { Page } from '#web/app/page.tsx'
import { RecipientNavigation } from '#web/app/recipient-navigation.tsx'
import { AddPhotos } from '#web/features/images/guest-uploads/add-photos.tsx'
import { useExpiry } from '#web/features/links/gallery/use-expiry.ts'
import { useGallery } from '#web/features/links/gallery/use-gallery.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { galleryQueries } from '#web/lib/queries/gallery.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useUser } from '#web/lib/session.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SlimHead } from '#web/ui/slim-head.tsx'
import { StudioLogo, StudioStyle } from '#web/ui/studio-brand.tsx'
import { Time } from '#web/ui/time.tsx'
import { directionOf, UserText } from '#web/ui/user-text.tsx'

const MyPhotos = lazy(async () => ({
  default: (await import('#web/features/images/guest-uploads/my-photos.tsx')).MyPhotos,
}))

const nothing: AddingState = {}

/** Where visitors add their own photos. Also the gallery page, as long as visitors only see the photos they added. */
export function AddPage() {
  const { slug = '' } = useParams()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { shown: gallery, error, retry } = useGallery(slug, { isPreview: true })
  const link = gallery?.state === 'open' ? gallery.link : undefined
  useExpiry(link?.expiresAt ?? null, retry)
  useExpiry(link?.adding?.closesAt ?? null, retry)
  useExpiry(link?.revealAt ?? null, retry)

  // An old slug redirects to the current one.
  const currentSlug = link?.slug ?? slug
  const isGallery = useMatch(pages.gallery) !== null
  useEffect(() => {
    if (currentSlug === slug) return
    queryClient.setQueryData(queryKeys.gallery(currentSlug), gallery)
    void navigate(generatePath(isGallery ? pages.gallery : pages.addPhotos, { slug: currentSlug }), { replace: true })
  }, [currentSlug, slug, isGallery, gallery, queryClient, navigate])

  // The gallery page needs all images, so it has to fetch them.
  const isPart = link !== undefined && link.images.length < link.imageCount
  useEffect(() => {
    if (isPart) void queryClient.invalidateQueries({ queryKey: queryKeys.gallery(slug), refetchType: 'none' })
  }, [isPart, slug, queryClient])

  if (link) {
    return (
      <>
        <title>{`Add photos to ${link.title} · Framelight`}</title>
        <OpenPage link={link} />
      </>
    )
  }
  if (gallery && gallery.state !== 'open') return <ClosedGallery closed={gallery} />
  return (
    <Page>
      {error ? (
        <CouldNotLoad
          title="Couldn't load this gallery"
          sentence={errorMessage(error, 'Failed to fetch link. Please try again.')}
          onRetry={retry}
        />
      ) : (
        <div className="page py-16">
          <title>Add photos · Framelight</title>
          <Skeleton className="h-80" />
        </div>
      )}
    </Page>
  )
}

function OpenPage({ link }: { link: Link }) {
  const { studio } = link
  const isOwner = useUser()?._id === link.user
  const { data: adding } = useQuery({
    queryKey: queryKeys.adding(link.slug),
    queryFn: () => nothing,
    initialData: nothing,
    staleTime: Infinity,
  })
  const refusal = refusalOf(link, adding, isOwner)
  const isOwn = link.visitorsSee === 'own' && !isOwner
  const isMounted = useMounted()
  const { data: myUploads } = useQuery({ ...galleryQueries.myUploads(link.slug), enabled: isMounted && !isOwner })
  return (
    <Page
      head={
        <>
          {studio ? <StudioStyle studio={studio} /> : <RecipientNavigation />}
          <SlimHead dir={directionOf(link.title)} actions={<NavigationMenu isBranded={Boolean(studio)} />}>
            {studio ? (
              <StudioLogo studio={studio} />
            ) : (
              <p className="slim-whose">
                <b className="font-medium">
                  <bdi>{link.owner.name}</bdi>
                </b>
              </p>
            )}
          </SlimHead>
        </>
      }
    >
      <div className="page add-page">
        <div className="grid content-start gap-3">
          <UserText as="h1" text={link.title} className="text-title" />
          <p className="max-w-lead text-ink-2 text-lead">
            {isOwner ? (
              'Add photos to your gallery.'
            ) : (
              <LeadText link={link} isOwn={isOwn} isClosed={refusal !== undefined} />
            )}
          </p>
          {isOwn && link.revealAt && (
            <p className="flex items-center gap-2 text-ink-2 text-ui">
              <CalendarClock size={18} strokeWidth={1.75} aria-hidden="true" />
              <span>
                The gallery opens on <Time at={link.revealAt} />
              </span>
            </p>
          )}
          {!refusal && !isOwn && <GalleryPreview link={link} />}
        </div>
        {refusal ? (
          // The server renders for anonymous visitors. The owner can always add photos.
          <div className={isMounted ? 'grid gap-5' : 'for-strangers grid gap-5'}>
            <p role="status" className="flex items-start gap-3 rounded-control bg-sunken px-4 py-3.5 text-ui">
              <Lock size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-2" />
              <span className="min-w-0">{refusal}</span>
            </p>
            {!isOwn && (
              <p>
                <RouterLink className={buttonStyle.plain} to={generatePath(pages.gallery, { slug: link.slug })}>
                  See the gallery
                </RouterLink>
              </p>
            )}
          </div>
        ) : (
          <AddPhotos key={link.slug} link={link} isOwner={isOwner} adding={adding} />
        )}
      </div>
      {!isOwner && myUploads && myUploads.images.length > 0 && (
        <Suspense>
          <MyPhotos link={link} images={myUploads.images} />
        </Suspense>
      )}
    </Page>
  )
}

function refusalOf(link: Link, adding: AddingState, isOwner: boolean) {
  if (isOwner) return undefined
  if (adding.refusal) return adding.refusal
  return link.adding ? undefined : "Photos can't be added to this gallery."
}

function LeadText({ link, isOwn, isClosed }: { link: Link; isOwn: boolean; isClosed: boolean }) {
  const owner = link.owner.name ? <bdi>{link.owner.name}</bdi> : 'The owner of this gallery'
  if (isOwn) return <>{owner} is collecting everyone's photos. For now, you only see the ones you added.</>
  if (isClosed) return link.owner.name ? <>by {owner}</> : null
  return <>{owner} would love to see your photos.</>
}

function GalleryPreview({ link }: { link: Link }) {
  const { images, imageCount, slug } = link
  if (images.length === 0) return null
  return (
    <>
      <ul className="add-page-preview" aria-hidden="true">
        {images.slice(0, 4).map(({ _id, thumbnailUrl }) => (
          <li key={_id}>
            <img src={thumbnailUrl} alt="" decoding="async" />
          </li>
        ))}
      </ul>
      <p>
        <RouterLink
          className="link inline-flex min-h-11 items-center text-ui"
          to={generatePath(pages.gallery, { slug })}
        >
          {imageCount === 1 ? 'See the photo in the gallery' : `See the ${count(imageCount, 'photo')} in the gallery`}
        </RouterLink>
      </p>
    </>
  )
}
