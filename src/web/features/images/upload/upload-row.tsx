import { Pencil, RotateCw, X } from 'lucide-react'
import { memo } from 'react'
import { formatBytes } from '#web/lib/formats.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Progress } from '#web/ui/meter.tsx'
import type { Upload } from './upload.ts'
import { UploadThumbnail } from './upload-thumbnail.tsx'
import { useUploadQueue } from './uploads.ts'
import { useUpload } from './use-uploads.ts'

const isMoving = ({ state }: Upload) => state === 'uploading' || state === 'processing' || state === 'retrying'
const hasGoneWrong = ({ state }: Upload) => state === 'refused' || state === 'failed'

function wordsFor({ state, sentBytes, file, sentence }: Upload) {
  if (state === 'uploading') return `${Math.floor((sentBytes / file.size) * 100)}% of ${formatBytes(file.size)}`
  const words = { waiting: 'Waiting', processing: 'Processing', done: 'Done', canceled: 'Canceled' }
  return state in words ? words[state as keyof typeof words] : sentence
}

type Props = { id: string; onEdit: (upload: Upload) => void }

/** One file: how far it is, and what can be done about it. */
export const UploadRow = memo(({ id, onEdit }: Props) => {
  const queue = useUploadQueue()
  const upload = useUpload(id)
  if (!upload) return null
  const { state, file, details } = upload
  const name = details.title || file.name
  const tone = hasGoneWrong(upload) ? 'text-danger' : state === 'done' ? 'text-ok' : 'text-ink-3'
  return (
    <li
      data-state={state}
      className="upload-row grid min-h-17 grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3.5 border-line border-t py-2.5"
    >
      <UploadThumbnail upload={upload} />
      <div className="min-w-0">
        <p className="truncate font-medium text-ui leading-5" title={name}>
          {name}
        </p>
        {isMoving(upload) && (
          <div className="mt-2 mb-1.5">
            <Progress label={name} value={upload.sentBytes} max={file.size} thin />
          </div>
        )}
        <p role={hasGoneWrong(upload) ? 'alert' : undefined} className={`text-caption tabular-nums ${tone}`}>
          {wordsFor(upload)}
        </p>
      </div>
      <div className="-mr-2 flex">
        {(state === 'waiting' || state === 'done') && (
          <IconButton icon={Pencil} label={`Edit details of ${name}`} onClick={() => onEdit(upload)} />
        )}
        {(state === 'retrying' || state === 'failed' || state === 'canceled') && (
          <IconButton icon={RotateCw} label={`Retry ${name}`} onClick={() => queue.retry(id)} />
        )}
        {(state === 'waiting' || state === 'uploading' || state === 'retrying') && (
          <IconButton icon={X} label={`Cancel ${name}`} onClick={() => queue.cancel(id)} />
        )}
        {(state === 'refused' || state === 'failed' || state === 'canceled') && (
          <IconButton icon={X} label={`Remove ${name}`} onClick={() => queue.remove([id])} />
        )}
      </div>
    </li>
  )
})
