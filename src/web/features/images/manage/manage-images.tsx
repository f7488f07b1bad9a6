import './manage-images.css'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Image } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FileIntake } from '../upload/file-intake.tsx'
import { UploadPanel } from '../upload/upload-panel.tsx'
import { useFileIntake } from '../upload/use-file-intake.ts'
import { GridSkeleton } from './grid-skeleton.tsx'
import { LinkImages } from './link-images.tsx'
import { ManageHead } from './manage-head.tsx'
import { PlanUsage } from './plan-usage.tsx'
import { useManagedLink } from './use-managed-link.ts'

const EditImageDialog = lazy(async () => ({ default: (await import('./edit-image-dialog.tsx')).EditImageDialog }))

export function ManageImages({ linkId }: { linkId: string }) {
  const { link, failure, retry } = useManagedLink(linkId)
  const intake = useFileIntake(linkId)
  const { isFull, limitSentence, canUpgrade, choose } = intake
  const [editedId, setEditedId] = useState('')
  const edited = link?.images.find(({ _id }) => _id === editedId)
  const edit = useCallback((image: Image) => setEditedId(image._id), [])

  return (
    <div className="page">
      <ManageHead link={link} isFull={isFull} onUpload={choose} />
      <FileIntake intake={intake} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-12">
        <aside aria-label="Uploads and plan" className="grid gap-6 lg:sticky lg:top-22 lg:col-start-2 lg:row-start-1">
          {isFull && (
            <Notice tone="warn">
              {limitSentence}{' '}
              {canUpgrade && (
                <RouterLink className="link" to={pages.subscription}>
                  Upgrade Plan
                </RouterLink>
              )}
            </Notice>
          )}
          <UploadPanel linkId={linkId} intake={intake} />
          <PlanUsage />
        </aside>
        {failure && <Failure sentence={failure} onRetry={retry} />}
        {!failure && !link && <GridSkeleton />}
        {link && <LinkImages link={link} isFull={isFull} onEdit={edit} />}
      </div>
      <Suspense>{edited && <EditImageDialog image={edited} onClose={() => setEditedId('')} />}</Suspense>
    </div>
  )
}
