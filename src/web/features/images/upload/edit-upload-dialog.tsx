import { useEffect } from 'react'
import { DetailsDialog } from '../manage/details-dialog.tsx'
import type { Upload } from './upload.ts'
import { useUploadQueue } from './uploads.ts'

/** For a file that has not been sent: it waits as long as this is open. */
export function EditUploadDialog({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const queue = useUploadQueue()
  useEffect(() => {
    queue.hold(upload.id)
    return () => queue.release(upload.id)
  }, [queue, upload.id])
  return (
    <DetailsDialog
      name={upload.file.name}
      values={upload.details}
      withCover
      onClose={onClose}
      onSave={async (details) => queue.describe(upload.id, details)}
    />
  )
}
