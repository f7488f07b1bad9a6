import { useQuery } from '@tanstack/react-query'
import { Copy, ExternalLink, Images, Upload } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { generatePath, Link as RouterLink, useNavigate } from 'react-router'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { ApiError } from '#web/lib/api.ts'
import { copyLink } from '#web/lib/copy-link.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useUser } from '#web/lib/session.ts'
import { BackToLink } from '#web/ui/back-to-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FileIntake } from '../upload/file-intake.tsx'
import { uploadLimitId } from '../upload/left-out-notice.tsx'
import { UploadPanel } from '../upload/upload-panel.tsx'
import { useFileIntake } from '../upload/use-file-intake.ts'
import { LinkImages } from './link-images.tsx'
import { GridSkeleton } from './no-images.tsx'
import { PlanUsage } from './plan-usage.tsx'
import { useUploadSection } from './use-upload-section.tsx'
import './manage-images.css'

const EditImageDialog = lazy(async () => ({ default: (await import('../edit-image-dialog.tsx')).EditImageDialog }))

export function ManageImages({ linkId }: { linkId: string }) {
  const { link, failure, retry } = useManagedLink(linkId)
  const isShared = link !== undefined && isOfSomeoneElse(link)
  const isUploader = link?.myRole === 'uploader'
  const { section, findSections } = useUploadSection(isUploader ? undefined : link)
  const intake = useFileIntake(linkId, findSections, isShared)
  const { isFull, choose } = intake
  const [editedId, setEditedId] = useState('')
  const edited = link?.images.find(({ _id }) => _id === editedId)
  const edit = useCallback((image: Image) => setEditedId(image._id), [])

  return (
    <div className="page">
      <ManageHead link={link} isFull={isFull} onUpload={choose} />
      <FileIntake intake={intake} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-12">
        <aside aria-label="Uploads and plan" className="grid gap-6 lg:sticky lg:top-22 lg:col-start-2 lg:row-start-1">
          <UploadPanel linkId={linkId} intake={intake} section={section} />
          {!isShared && <PlanUsage />}
        </aside>
        {failure && <Failure sentence={failure} onRetry={retry} />}
        {!failure && !link && <GridSkeleton />}
        {isUploader && <UploaderNote link={link} />}
        {link && !isUploader && <LinkImages link={link} isFull={isFull} onEdit={edit} />}
      </div>
      {edited && (
        <Suspense>
          <EditImageDialog
            title="Edit details"
            image={edited}
            fileName={edited.fileName}
            onClose={() => setEditedId('')}
          />
        </Suspense>
      )}
    </div>
  )
}

const isOfSomeoneElse = ({ myRole }: Link) => myRole === 'editor' || myRole === 'uploader'

const UploaderNote = ({ link }: { link: Link }) => (
  <p className="text-ink-2">
    {link.title} has {count(link.imageCount, 'image')}. You can add more. {link.owner.name || 'The owner'} arranges
    them.
  </p>
)

type HeadProps = { link: Link | undefined; isFull: boolean; onUpload: () => void }

const ManageHead = ({ link, isFull, onUpload }: HeadProps) => (
  <PageHead
    back={link ? <BackToLink link={link} /> : <Skeleton className="my-3 h-5 w-40" />}
    title={link?.myRole === 'uploader' ? 'Upload' : 'Manage Images'}
  >
    <div className="flex w-full flex-wrap gap-2 *:flex-auto *:max-sm:px-2 max-sm:[&>:not(:last-child)>svg]:hidden sm:w-auto sm:gap-3">
      {link && (
        <>
          <RouterLink className={buttonStyle.plain} to={generatePath(pages.gallery, { slug: link.slug })}>
            <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" />
            View Link
          </RouterLink>
          {(link.uploadsWaiting ?? 0) > 0 && (
            <RouterLink className={buttonStyle.plain} to={generatePath(pages.guestUploads, { linkId: link._id })}>
              <Images size={18} strokeWidth={1.75} aria-hidden="true" />
              {count(link.uploadsWaiting ?? 0, 'photo')} to approve
            </RouterLink>
          )}
          {/* On phones, Share also copies. */}
          <Button icon={Copy} className="max-sm:hidden" onClick={() => copyLink(link.slug, link.shareUrl)}>
            Copy link
          </Button>
          <ShareButton title={link.title} link={link} path={generatePath(pages.gallery, { slug: link.slug })} />
        </>
      )}
      <Button
        kind="primary"
        icon={Upload}
        onClick={onUpload}
        disabled={isFull || !link}
        aria-describedby={isFull ? uploadLimitId : undefined}
      >
        Upload Images
      </Button>
    </div>
  </PageHead>
)

/** Redirects to the dashboard if the link is missing, or if the user can't work on it. */
function useManagedLink(linkId: string) {
  const navigate = useNavigate()
  const userId = useUser()?._id
  const { data, error, refetch } = useQuery(ownerQueries.link(linkId))
  const isRefused = error instanceof ApiError && [400, 403, 404, 410].includes(error.status)
  const isForeign = data !== undefined && userId !== undefined && data.user !== userId && !isOfSomeoneElse(data)
  const isMissing = isRefused || isForeign
  const sentence = error ? errorMessage(error, 'Failed to fetch images. Please try again.') : ''

  useEffect(() => {
    if (!isMissing) return
    void notify('error', isForeign ? 'Link not found' : sentence)
    void navigate(pages.dashboard, { replace: true })
  }, [isMissing, isForeign, sentence, navigate])

  return { link: isMissing ? undefined : data, failure: isMissing || data ? '' : sentence, retry: () => void refetch() }
}
