import { useQuery } from '@tanstack/react-query'
import { Copy, ExternalLink, Heart, Images } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { plans } from '#shared/plans.ts'
import { ApiError } from '#web/lib/api.ts'
import { copyLink, linkUrl } from '#web/lib/copy-link.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { StateScreen } from '#web/ui/state-screen.tsx'
import { EditLinkForm } from './edit-link-form.tsx'
import { BackToDashboard, EditLinkSkeleton, headStyle } from './link-page-layout.tsx'
import { useOwnPlan } from './use-own-plan.ts'

const isRefusal = (error: Error | null) => error instanceof ApiError && error.status >= 400 && error.status < 500

type Props = {
  linkId: string
  addPictures: ReactNode
  coverTools: (image: Image) => ReactNode
  liveWall: ReactNode
  invitations: (link: Link) => ReactNode
}

/** Shows "not found" to anyone but the owner and editors, even if they can view the gallery. */
export function EditLink({ linkId, addPictures, coverTools, liveWall, invitations }: Props) {
  const user = useUser()
  const link = useQuery(ownerQueries.link(linkId))
  const ownPlan = useOwnPlan()
  // If the plan is unknown, offer every field, and let the server decide.
  const plan = ownPlan.data ?? (ownPlan.error ? plans.gold : undefined)
  const startedEmpty = useWasEmpty(link.data)

  if (isRefusal(link.error)) return <LinkNotFound />
  if (link.data && user && link.data.user !== user._id && link.data.myRole !== 'editor') return <LinkNotFound />
  return (
    <>
      <div className="page">
        <header className={headStyle}>
          <BackToDashboard />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-5">
            <h1 className="text-title">Edit Link</h1>
            {link.data && <Actions link={link.data} hasUrl={!startedEmpty} />}
          </div>
        </header>
        {link.data && startedEmpty && <EmptyLinkLead link={link.data} addPictures={addPictures} />}
      </div>
      {link.data && plan ? (
        <EditLinkForm
          key={link.data._id}
          link={link.data}
          plan={plan}
          coverTools={coverTools}
          liveWall={liveWall}
          invitations={invitations}
        />
      ) : (
        <div className="page">
          {link.error ? (
            <Failure
              sentence={errorMessage(link.error, 'Failed to fetch link. Please try again.')}
              onRetry={link.refetch}
            />
          ) : (
            <EditLinkSkeleton />
          )}
        </div>
      )}
    </>
  )
}

/** Whether the link was empty when the page opened. Uploads don't change this, so their progress is still shown. */
function useWasEmpty(link: Link | undefined) {
  const [wasEmpty, setWasEmpty] = useState<boolean>()
  if (link && wasEmpty === undefined) setWasEmpty(link.imageCount === 0)
  return wasEmpty ?? link?.imageCount === 0
}

const Actions = ({ link, hasUrl }: { link: Link; hasUrl: boolean }) => (
  <div className="grid min-w-0 flex-[1_1_40rem] grid-cols-2 gap-3 sm:flex sm:flex-wrap lg:justify-end">
    {hasUrl && (
      <>
        <LinkUrl link={link} />
        <ShareButton
          kind="primaryOnTouch"
          title={link.title}
          link={link}
          path={generatePath(pages.gallery, { slug: link.slug })}
        />
      </>
    )}
    <RouterLink
      to={generatePath(pages.gallery, { slug: link.slug })}
      className={`${buttonStyle.plain} flex-auto sm:flex-none`}
    >
      <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" />
      View Link
    </RouterLink>
    <RouterLink
      to={generatePath(pages.upload, { linkId: link._id })}
      className={`${buttonStyle.plain} flex-auto sm:flex-none`}
    >
      <Images size={18} strokeWidth={1.75} aria-hidden="true" />
      Manage Images
    </RouterLink>
    {link.choosing === 'on' && (
      <RouterLink
        to={generatePath(pages.choices, { linkId: link._id })}
        className={`${buttonStyle.plain} flex-auto sm:flex-none`}
      >
        <Heart size={18} strokeWidth={1.75} aria-hidden="true" />
        Favorites
      </RouterLink>
    )}
  </div>
)

const LinkNotFound = () => (
  <StateScreen
    title="Unable to fetch the link"
    sentence="It may have been deleted, or it belongs to someone else. Your links are on the dashboard."
  >
    <RouterLink to={pages.dashboard} className={buttonStyle.primary}>
      Go to Dashboard
    </RouterLink>
  </StateScreen>
)

const LinkUrl = ({ link: { slug, shareUrl } }: { link: Link }) => (
  <div className="col-span-2 flex min-h-11 min-w-0 flex-[1_1_100%] items-center rounded-control border border-line bg-sunken lg:max-w-96 lg:flex-[1_1_12rem]">
    <p className="min-w-0 flex-1 truncate pl-3.5 text-ui">
      <span className="sr-only">Link URL: </span>
      {linkUrl(slug, shareUrl).replace(/^https?:\/\//, '')}
    </p>
    <IconButton icon={Copy} label="Copy link" onClick={() => copyLink(slug, shareUrl)} />
  </div>
)

const EmptyLinkLead = ({ link, addPictures }: { link: Link; addPictures: ReactNode }) => (
  <section
    aria-labelledby="add-pictures"
    className="mb-12 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 lg:border-line lg:border-b lg:pb-12 lg:grid-cols-[minmax(0,40rem)_minmax(0,22rem)] lg:justify-between"
  >
    <div className="grid min-w-0 content-start gap-4">
      <h2 id="add-pictures" className="text-heading">
        Add your images
      </h2>
      {addPictures}
    </div>
    <div className="grid min-w-0 content-start gap-4">
      <h2 className="text-heading">Share it</h2>
      <p className="text-ink-2 text-ui wrap-anywhere">
        <span className="sr-only">Link URL: </span>
        {linkUrl(link.slug, link.shareUrl).replace(/^https?:\/\//, '')}
      </p>
      <div className="flex flex-wrap gap-3 *:flex-auto sm:*:flex-none">
        <Button icon={Copy} onClick={() => copyLink(link.slug, link.shareUrl)}>
          Copy link
        </Button>
        <ShareButton title={link.title} link={link} path={generatePath(pages.gallery, { slug: link.slug })} />
      </div>
      <p className="text-caption text-ink-3">You can share it right away. Images appear as they upload.</p>
    </div>
  </section>
)
