import { Pencil, RotateCw, Upload as UploadIcon, X } from 'lucide-react'
import { lazy, memo, Suspense, useRef, useState } from 'react'
import { formatBytes } from '#web/lib/formats.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isSkipped, isUnfinished, type Upload } from './upload.ts'
import { UploadRowLayout } from './upload-row-layout.tsx'
import { useUpload, useUploadQueue } from './uploads.ts'

const UploadDetailsForm = lazy(async () => ({
  default: (await import('./upload-details-form.tsx')).UploadDetailsForm,
}))

const isMoving = ({ state }: Upload) => state === 'uploading' || state === 'processing' || state === 'retrying'
const canBeDescribed = (upload: Upload) => upload.state === 'done' || isUnfinished(upload)

function textFor({ state, sentBytes, file, sentence }: Upload) {
  if (state === 'uploading') return `${Math.floor((sentBytes / file.size) * 100)}% of ${formatBytes(file.size)}`
  const texts = { waiting: 'Waiting', processing: 'Processing', done: 'Done', canceled: 'Canceled' }
  return state in texts ? texts[state as keyof typeof texts] : sentence
}

export const UploadRow = memo(({ id }: { id: string }) => {
  const upload = useUpload(id)
  const [isEditing, setIsEditing] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  if (!upload) return null
  const { state, file, details, isLeftOut } = upload
  const name = details.title || file.name
  const hasGoneWrong = isSkipped(upload)
  const tone = hasGoneWrong ? 'text-danger' : state === 'done' ? 'text-ok' : 'text-ink-3'
  const close = () => {
    setIsEditing(false)
    pencil.current?.focus()
  }
  return (
    <li data-state={state} className="upload-row border-line border-t py-2.5">
      <UploadRowLayout
        file={state === 'refused' || upload.image ? undefined : file}
        thumbnailUrl={upload.image?.thumbnailUrl}
        name={name}
        progress={isMoving(upload) ? { value: upload.sentBytes, max: file.size } : undefined}
        text={textFor(upload)}
        tone={state === 'duplicate' || isLeftOut ? 'text-ink-2' : tone}
        isAlert={hasGoneWrong && !isLeftOut}
      >
        {canBeDescribed(upload) && (
          <IconButton
            ref={pencil}
            icon={Pencil}
            label={`Edit details of ${name}`}
            aria-expanded={isEditing}
            onClick={() => setIsEditing(!isEditing)}
          />
        )}
        <Actions id={id} name={name} state={state} />
      </UploadRowLayout>
      {isEditing && canBeDescribed(upload) && (
        <Suspense>
          <UploadDetailsForm upload={upload} onClose={close} />
        </Suspense>
      )}
    </li>
  )
})

function Actions({ id, name, state }: { id: string; name: string; state: Upload['state'] }) {
  const queue = useUploadQueue()
  return (
    <>
      {(state === 'retrying' || state === 'failed' || state === 'canceled') && (
        <IconButton icon={RotateCw} label={`Retry ${name}`} onClick={() => queue.retry(id)} />
      )}
      {state === 'duplicate' && (
        <IconButton icon={UploadIcon} label={`Upload ${name} anyway`} onClick={() => queue.retry(id)} />
      )}
      {(state === 'waiting' || state === 'uploading' || state === 'retrying') && (
        <IconButton icon={X} label={`Cancel ${name}`} onClick={() => queue.cancel(id)} />
      )}
      {(state === 'refused' || state === 'duplicate' || state === 'failed' || state === 'canceled') && (
        <IconButton icon={X} label={`Remove ${name}`} onClick={() => queue.remove([id])} />
      )}
    </>
  )
}
