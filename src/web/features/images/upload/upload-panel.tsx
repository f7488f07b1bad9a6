import { RotateCw } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { Image } from '#shared/images.ts'
import { Button } from '#web/ui/button.tsx'
import type { Upload } from './upload.ts'
import { UploadList } from './upload-list.tsx'
import { UploadSummary } from './upload-summary.tsx'
import { useUploadQueue } from './uploads.ts'
import { useUploadIds, useUploadTotal } from './use-uploads.ts'

const EditUploadDialog = lazy(async () => ({ default: (await import('./edit-upload-dialog.tsx')).EditUploadDialog }))

type Props = {
  linkId: string
  isFull: boolean
  onChoose: () => void
  /** For a picture that is already there. */
  onEditImage: (image: Image) => void
}

/** Everything that is being uploaded to a link, and where more is dropped. */
export function UploadPanel({ linkId, isFull, onChoose, onEditImage }: Props) {
  const ids = useUploadIds(linkId)
  const [edited, setEdited] = useState<Upload>()
  const onEdit = useCallback(
    (upload: Upload) => (upload.image ? onEditImage(upload.image) : setEdited(upload)),
    [onEditImage],
  )
  return (
    <section aria-label="Uploads" className="grid gap-4 rounded-card border border-line bg-surface p-6">
      {ids.length > 0 && (
        <>
          <UploadSummary linkId={linkId} />
          <UploadList linkId={linkId} ids={ids} onEdit={onEdit} />
          <AfterUploads linkId={linkId} ids={ids} />
        </>
      )}
      <div className="grid justify-items-center gap-3 rounded-card border-[1.5px] border-line-control border-dashed px-5 py-7 text-center text-ui">
        <p>
          <b className="block font-medium pointer-coarse:hidden">Drop {ids.length > 0 && 'more '}pictures here</b>
          <span className="text-ink-2 pointer-coarse:hidden">or paste them, or</span>
          <b className="hidden font-medium pointer-coarse:block">Add {ids.length > 0 && 'more '}pictures</b>
        </p>
        <Button onClick={onChoose} disabled={isFull}>
          Choose files
        </Button>
        <p className="text-caption text-ink-3">JPEG, PNG, GIF, WebP, AVIF or HEIC, up to 10MB each</p>
      </div>
      {edited && (
        <Suspense>
          <EditUploadDialog upload={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

/** What is left to do once nothing is under way. */
function AfterUploads({ linkId, ids }: { linkId: string; ids: readonly string[] }) {
  const queue = useUploadQueue()
  const { left, failed } = useUploadTotal(linkId)
  const retryAll = () => {
    for (const id of ids) if (queue.find(id)?.state === 'failed') queue.retry(id)
  }
  if (left > 0) return null
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {failed > 0 && (
        <Button icon={RotateCw} onClick={retryAll}>
          Try again
        </Button>
      )}
      <Button kind="ghost" onClick={() => queue.remove(ids)}>
        Clear list
      </Button>
    </div>
  )
}
