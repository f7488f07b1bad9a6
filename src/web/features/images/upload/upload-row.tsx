import { FileImage, Pencil, RotateCw, Upload as UploadIcon, X } from 'lucide-react'
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { formatBytes } from '#web/lib/formats.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Progress } from '#web/ui/meter.tsx'
import { isSkipped, isUnfinished, type Upload } from './upload.ts'
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
      <div className="grid min-h-12 grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3.5">
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
          <p
            role={hasGoneWrong && !isLeftOut ? 'alert' : undefined}
            className={`text-caption tabular-nums wrap-anywhere ${state === 'duplicate' || isLeftOut ? 'text-ink-2' : tone}`}
          >
            {textFor(upload)}
          </p>
        </div>
        <div className="-mr-2 flex">
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
        </div>
      </div>
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

function UploadThumbnail({ upload: { file, state, image } }: { upload: Upload }) {
  const [local, setLocal] = useState('')
  const isLocal = state !== 'refused' && !image
  useEffect(() => {
    if (!isLocal) return setLocal('')
    const url = URL.createObjectURL(file)
    setLocal(url)
    return () => URL.revokeObjectURL(url)
  }, [file, isLocal])
  const source = image?.thumbnailUrl ?? local
  return (
    <span className="grid size-12 place-items-center overflow-hidden rounded-print bg-sunken text-ink-3">
      {source ? (
        <img
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setLocal('')}
        />
      ) : (
        <FileImage size={20} strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
  )
}
