import './manage-images.css'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { type Image, uploadImage } from '#shared/images.ts'
import { pages } from '#shared/pages.ts'
import { expireSession, tokenKey } from '#web/lib/api.ts'
import { notify } from '#web/lib/notify.ts'
import { readStored } from '#web/lib/storage.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { UploadPanel } from '../upload/upload-panel.tsx'
import { useUploadQueue } from '../upload/uploads.ts'
import { useDraggedFiles } from '../upload/use-dragged-files.ts'
import { usePastedFiles } from '../upload/use-pasted-files.ts'
import { GridSkeleton } from './grid-skeleton.tsx'
import { LinkImages } from './link-images.tsx'
import { ManageHead } from './manage-head.tsx'
import { limitSentence, PlanUsage, useIsFull } from './plan-usage.tsx'
import { useManagedLink } from './use-managed-link.ts'

const DropOverlay = lazy(async () => ({ default: (await import('../upload/drop-overlay.tsx')).DropOverlay }))
const EditImageDialog = lazy(async () => ({ default: (await import('./edit-image-dialog.tsx')).EditImageDialog }))

/** All that its owner does with the pictures of a link: adding, describing, ordering, moving and deleting them. */
export function ManageImages({ linkId }: { linkId: string }) {
  const { link, failure, retry } = useManagedLink(linkId)
  const isFull = useIsFull()
  const queue = useUploadQueue()
  const input = useRef<HTMLInputElement>(null)
  const dragged = useDraggedFiles()
  const [editedId, setEditedId] = useState('')
  const edited = link?.images.find(({ _id }) => _id === editedId)
  const edit = useCallback((image: Image) => setEditedId(image._id), [])
  const choose = () => input.current?.click()

  const add = (files: File[]) => {
    if (isFull) return void notify('error', limitSentence)
    if (readStored(tokenKey) !== null) return queue.add(linkId, files)
    void notify('error', uploadImage.config.signIn)
    expireSession(null)
  }
  usePastedFiles(add)

  return (
    <div className="page">
      <ManageHead link={link} isFull={isFull} onUpload={choose} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Images to upload"
        accept="image/*,.heic,.heif"
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-12">
        <aside aria-label="Uploads and plan" className="grid gap-6 lg:sticky lg:top-22 lg:col-start-2 lg:row-start-1">
          {isFull && (
            <Notice tone="warn">
              {limitSentence}{' '}
              <RouterLink className="link" to={pages.subscription}>
                Upgrade Plan
              </RouterLink>
            </Notice>
          )}
          <UploadPanel linkId={linkId} isFull={isFull} onChoose={choose} onEditImage={edit} />
          <PlanUsage />
        </aside>
        {failure && <Failure sentence={failure} onRetry={retry} />}
        {!failure && !link && <GridSkeleton />}
        {link && <LinkImages link={link} onEdit={edit} />}
      </div>
      <Suspense>
        {edited && <EditImageDialog image={edited} onClose={() => setEditedId('')} />}
        {dragged.isDragged && (
          <DropOverlay
            sentence={isFull ? limitSentence : 'Drop pictures to upload them'}
            onFiles={add}
            onEnd={dragged.end}
          />
        )}
      </Suspense>
    </div>
  )
}
