import { generatePath, Link, useParams } from 'react-router'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { ClosedGallery } from '#web/app/closed-gallery.tsx'
import { CouldNotLoad } from '#web/app/could-not-load.tsx'
import { NavigationMenu } from '#web/app/navigation-menu.tsx'
import { Page } from '#web/app/page.tsx'
import { RecipientNavigation } from '#web/app/recipient-navigation.tsx'
import { useChoiceUi } from '#web/features/choices/use-choice-ui.ts'
import { Comments } from '#web/features/comments/comments.tsx'
import { useArrowKeys } from '#web/features/images/image-view/image-steps.tsx'
import { ImageSkeleton, ImageView, useImage } from '#web/features/images/image-view/image-view.tsx'
import type { SeenImage } from '#web/features/images/wall/use-scroll-restoration.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { useUser } from '#web/lib/session.ts'
import { ShareButton } from '#web/ui/share-button.tsx'
import { SlimHead } from '#web/ui/slim-head.tsx'
import { directionOf } from '#web/ui/user-text.tsx'

export function ImagePage() {
  const { imageId = '' } = useParams()
  const { shown, error, retry } = useImage(imageId)
  useArrowKeys()

  if (shown?.state === 'open') {
    const { image } = shown
    const title = image.title || `Photo from ${image.link.title}`
    return (
      <Page
        head={
          <>
            <RecipientNavigation />
            <ImageBar image={image} title={title} />
          </>
        }
      >
        <title>{`${title} · Framelight`}</title>
        <ImageView
          key={image._id}
          image={image}
          title={title}
          comments={<Comments target={commentTargetOf(image)} />}
          favorite={<Favorite image={image} />}
        />
      </Page>
    )
  }
  if (shown) return <ClosedGallery closed={shown} noun="Image" />
  return (
    <Page>
      <title>Photo · Framelight</title>
      {error ? (
        <CouldNotLoad
          title="Couldn't load this photo"
          sentence={errorMessage(error, 'Failed to fetch image. Please try again.')}
          onRetry={retry}
        />
      ) : (
        <ImageSkeleton />
      )}
    </Page>
  )
}

/** Takes up its space before the code has loaded, so the buttons after it don't jump. */
function Favorite({ image: { _id, user, link, owner, choosing, choiceLimit = null } }: { image: Image }) {
  const isOffered = useUser()?._id !== user._id && choosing === 'on'
  const choiceUi = useChoiceUi(isOffered)
  if (!isOffered) return null
  const { slug } = link
  return (
    <div className="image-choice">
      {choiceUi && <choiceUi.ImageChoice link={{ slug, choiceLimit, owner: owner ?? { name: '' } }} imageId={_id} />}
    </div>
  )
}

const commentTargetOf = (image: Image) => ({
  imageId: image._id,
  linkOwnerId: image.user._id,
  isEditor: image.myRole === 'editor',
  ownerName: image.owner?.name ?? '',
  commenting: image.comments ?? ('accounts' as const),
  needsApproval: image.holdGuestComments ?? true,
})

const ImageBar = ({ image, title }: { image: Image; title: string }) => (
  <SlimHead
    dir={directionOf(image.link.title)}
    actions={
      <>
        <ShareButton title={title} path={generatePath(pages.image, { imageId: image._id })} />
        <NavigationMenu />
      </>
    }
  >
    <Link
      className="slim-whose"
      to={generatePath(pages.gallery, { slug: image.link.slug })}
      state={{ seenImage: image._id } satisfies SeenImage}
    >
      <b className="font-medium">
        <bdi>{image.link.title}</bdi>
      </b>
      {image.owner?.name && (
        <span>
          <bdi>{image.owner.name}</bdi>
        </span>
      )}
    </Link>
  </SlimHead>
)
