import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Heart, Images } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { ApiError } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useUser } from '#web/lib/session.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { DeleteLinkSection } from './delete-link-section.tsx'
import { EditLinkForm } from './edit-link-form.tsx'
import { EmptyLinkLead } from './empty-link-lead.tsx'
import { LinkNotFound } from './link-not-found.tsx'
import { BackToDashboard, headStyle, LinkFormSkeleton, splitStyle } from './link-page-layout.tsx'
import { LinkSummary } from './link-summary.tsx'
import { LinkUrl } from './link-url.tsx'
import { useOwnPlan } from './use-own-plan.ts'

const isRefusal = (error: Error | null) => error instanceof ApiError && error.status >= 400 && error.status < 500

type Props = {
  linkId: string
  addPictures: ReactNode
  coverTools: (image: Image) => ReactNode
  invitations: (link: Link) => ReactNode
}

/** Shows "not found" to anyone but the owner, even if they can view the gallery. */
export function EditLink({ linkId, addPictures, coverTools, invitations }: Props) {
  const user = useUser()
  const link = useQuery(ownerQueries.link(linkId))
  const plan = useOwnPlan()
  const error = link.error ?? plan.error
  const startedEmpty = useWasEmpty(link.data)

  if (isRefusal(link.error)) return <LinkNotFound />
  if (link.data && user && link.data.user !== user._id) return <LinkNotFound />
  return (
    <div className="page">
      <header className={headStyle}>
        <BackToDashboard />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-5">
          <h1 className="text-title">Edit Link</h1>
          {link.data && <Actions link={link.data} hasUrl={!startedEmpty} />}
        </div>
      </header>
      {link.data && startedEmpty && <EmptyLinkLead link={link.data} addPictures={addPictures} />}
      {link.data && plan.data ? (
        <div className={splitStyle}>
          <div className="grid gap-8">
            <EditLinkForm key={link.data._id} link={link.data} plan={plan.data} />
            {invitations(link.data)}
            <DeleteLinkSection link={link.data} />
          </div>
          <LinkSummary link={link.data} coverTools={coverTools} />
        </div>
      ) : error ? (
        <Failure
          sentence={errorMessage(error, 'Failed to fetch link. Please try again.')}
          onRetry={() => {
            void link.refetch()
            void plan.refetch()
          }}
        />
      ) : (
        <LinkFormSkeleton />
      )}
    </div>
  )
}

/** Whether the link was empty when the page opened. Uploads don't change this, so their progress is still shown. */
function useWasEmpty(link: Link | undefined) {
  const [wasEmpty, setWasEmpty] = useState<boolean>()
  if (link && wasEmpty === undefined) setWasEmpty(link.imageCount === 0)
  return wasEmpty ?? link?.imageCount === 0
}

const Actions = ({ link, hasUrl }: { link: Link; hasUrl: boolean }) => (
  <div className="flex min-w-0 flex-[1_1_40rem] flex-wrap gap-3 lg:justify-end">
    {hasUrl && <LinkUrl link={link} />}
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
