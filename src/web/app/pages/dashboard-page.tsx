import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { EmailReminder } from '#web/features/administration/email-reminder.tsx'
import { useImageRoom } from '#web/features/images/manage/plan-usage.tsx'
import { CompactDropZone } from '#web/features/images/pending-uploads/compact-drop-zone.tsx'
import { DropZone } from '#web/features/images/pending-uploads/drop-zone.tsx'
import { discardDropped, filesToUpload } from '#web/features/images/pending-uploads/dropped-files.ts'
import { receiveSharedFiles } from '#web/features/images/shared-files/shared-files.ts'
import { fileRefusal } from '#web/features/images/upload/file-refusal.ts'
import { WaitingFiles } from '#web/features/images/upload/left-out-notice.tsx'
import { Dashboard } from '#web/features/links/dashboard.tsx'
import { useLinkLimitSentence } from '#web/features/links/link-limit-notice.tsx'
import { useOwnPlan } from '#web/features/links/use-own-plan.ts'
import { notify } from '#web/lib/notify.ts'
import { useUser } from '#web/lib/session.ts'
import { useFileLimit } from '#web/lib/use-file-limit.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Dropped } from './use-new-link.ts'

const loadNewGallery = () => import('./new-gallery.tsx')
const NewGallery = lazy(async () => ({ default: (await loadNewGallery()).NewGallery }))

const UnconfirmedNotice = lazy(async () => ({
  default: (await import('#web/features/accounts/unconfirmed-notice.tsx')).UnconfirmedNotice,
}))

/** Query parameter with the new link's ID, so the page survives a reload. */
const newLinkQuery = 'new'

export function DashboardPage() {
  const [query, setQuery] = useSearchParams()
  const [dropped, setDropped] = useState<Dropped | undefined>(filesToUpload)
  const linkId = query.get(newLinkQuery) ?? undefined
  const user = useUser()

  // Only installed apps can receive shared photos.
  useEffect(() => {
    if (matchMedia('(display-mode: standalone)').matches) receiveSharedFiles()
  }, [])

  // Keep the dropped files until the URL has the link's ID. Otherwise the dashboard would flash in between.
  useEffect(() => {
    if (linkId !== undefined) setDropped(undefined)
  }, [linkId])
  const onLink = (id: string) => {
    setQuery({ [newLinkQuery]: id })
    discardDropped()
  }
  const onCancel = () => {
    setDropped(undefined)
    discardDropped()
  }
  const isNew = dropped !== undefined || linkId !== undefined
  return (
    <>
      <title>Dashboard · Framelight</title>
      {user?.isConfirmed === false && (
        <Suspense>
          <div className="page">
            <UnconfirmedNotice />
          </div>
        </Suspense>
      )}
      {!isNew && <EmailReminder />}
      {isNew ? (
        <Suspense fallback={<Spinner />}>
          <NewGallery dropped={dropped} linkId={linkId} onLink={onLink} onCancel={onCancel} />
        </Suspense>
      ) : (
        <DashboardWithPlace onFiles={(files) => setDropped({ files, title: '' })} />
      )}
    </>
  )
}

/** Returns a sentence if a plan limit is reached, so the user sees it before dropping anything. */
function useRefusal() {
  const { data: plan } = useOwnPlan()
  const { isFull, sentence } = useImageRoom()
  const linkLimitSentence = useLinkLimitSentence()
  if (plan?.isLinkLimitReached) return linkLimitSentence
  return isFull ? sentence : ''
}

function DashboardWithPlace({ onFiles }: { onFiles: (files: File[]) => void }) {
  const refusal = useRefusal()
  const { room } = useImageRoom()
  const fileLimitMb = useFileLimit()
  // Preload the chunk, so dropped images appear right away.
  useEffect(() => void loadNewGallery(), [])

  const take = (files: File[]) => {
    const refusals = files.flatMap((file) => fileRefusal(file, fileLimitMb) ?? [])
    // If every file is rejected, show the first error instead of creating an empty link.
    if (refusals.length === files.length) return void (refusals[0] && notify('error', refusals[0]))
    window.scrollTo(0, 0)
    onFiles(files)
  }
  return (
    <Dashboard
      refusal={refusal}
      waiting={<WaitingFiles />}
      place={
        <div className="drop-zone-large">
          <DropZone
            heading="Drop your first images here"
            headingForTouch="Start with your first images"
            isLoud
            noun="image"
            refusal={refusal}
            hint={`JPEG, PNG, GIF, WebP, AVIF and HEIC, up to ${fileLimitMb} MB each. No one sees them until you share the link.`}
            onFiles={take}
          >
            They'll become a gallery, in the order they were taken. Name it and share the link while they upload.
          </DropZone>
        </div>
      }
      dropper={(createNew) => (
        <CompactDropZone refusal={refusal} room={room} onFiles={take}>
          {createNew}
        </CompactDropZone>
      )}
    />
  )
}
