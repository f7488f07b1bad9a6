import { FileImage, Plus, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { guestNameMaxLength } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import { count } from '#web/lib/formats.ts'
import { useUser } from '#web/lib/session.ts'
import { readStored, store } from '#web/lib/storage.ts'
import { useFileLimit } from '#web/lib/use-file-limit.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useLocalPreview } from '../pending-uploads/use-local-preview.ts'
import { fileRefusal } from '../upload/file-refusal.ts'
import { UploadRowLayout } from '../upload/upload-row-layout.tsx'
import { ApprovalHint, PhotoPicker } from './choose-photos.tsx'

type Props = {
  link: Link
  isOwner: boolean
  files: readonly File[]
  onChoose: (files: File[]) => void
  onRemove: (file: File) => void
  onSend: (files: File[], name: string) => Promise<void>
}

const nameKey = 'guestName'
const videoName = /\.(mov|mp4|m4v|avi|mkv|webm|3gp|mts)$/i
const isVideo = ({ name, type }: File) => type.startsWith('video/') || (type === '' && videoName.test(name))

function refusalOf(file: File, fileLimitMb: number) {
  return isVideo(file) ? "Videos can't be added here. This file won't be sent." : fileRefusal(file, fileLimitMb)
}

/** What the visitor has chosen, before anything is sent. */
export function ChosenPhotos({ link, isOwner, files, onChoose, onRemove, onSend }: Props) {
  const fileLimitMb = useFileLimit()
  const user = useUser()
  const heading = useRef<HTMLHeadingElement>(null)
  const [name, setName] = useState(() => readStored(nameKey) ?? '')
  const [nameError, setNameError] = useState<string>()
  const [sendError, setSendError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const refused = files.filter((file) => refusalOf(file, fileLimitMb) !== undefined)
  const photos = files.filter((file) => !refused.includes(file))
  // Someone with an account adds photos under their own name.
  const askName = user ? 'no' : (link.adding?.askName ?? 'no')

  useEffect(() => heading.current?.focus(), [])

  async function send(event: FormEvent) {
    event.preventDefault()
    const given = askName === 'no' ? '' : name.trim()
    if (askName === 'required' && given === '') return setNameError('Enter your name')
    if (given !== '') store(nameKey, given)
    setIsBusy(true)
    setSendError(undefined)
    try {
      await onSend(photos, given)
    } catch {
      setSendError("Couldn't start sending. Check your connection and try again.")
    }
    setIsBusy(false)
  }

  return (
    <form className="add-photos-panel" noValidate onSubmit={send} aria-labelledby="chosen-photos">
      <header className="grid gap-0.5">
        <h2 ref={heading} id="chosen-photos" tabIndex={-1} className="text-subhead outline-none">
          {count(photos.length, 'photo')}
        </h2>
        <p className="text-ink-2 text-ui">
          {photos.length > 0 ? "Remove any you don't want to send." : 'Choose other photos to send.'}
        </p>
      </header>
      <ul className="chosen-photos">
        {photos.map((file, index) => (
          <li key={`${file.name} ${file.size} ${file.lastModified}`}>
            <ChosenPhoto file={file} />
            <button
              type="button"
              className="chosen-photo-remove"
              aria-label={`Remove photo ${index + 1}, ${file.name}`}
              title="Remove"
              onClick={() => {
                onRemove(file)
                heading.current?.focus()
              }}
            >
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </button>
          </li>
        ))}
        <li>
          <PhotoPicker kind="iconPlain" className="chosen-photos-more" label="Choose more photos" onChoose={onChoose}>
            <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
          </PhotoPicker>
        </li>
      </ul>
      {refused.length > 0 && (
        <ul aria-label="Files that won't be sent">
          {refused.map((file) => (
            <li key={`${file.name} ${file.size}`} className="border-line border-t py-2.5">
              <UploadRowLayout
                file={undefined}
                name={file.name}
                progress={undefined}
                text={refusalOf(file, fileLimitMb) ?? ''}
                tone="text-danger"
                isAlert
              >
                <IconButton icon={X} label={`Remove ${file.name} from the list`} onClick={() => onRemove(file)} />
              </UploadRowLayout>
            </li>
          ))}
        </ul>
      )}
      {askName !== 'no' && (
        <TextField
          label={askName === 'required' ? 'Your name' : 'Your name (optional)'}
          autoComplete="name"
          maxLength={guestNameMaxLength}
          required={askName === 'required'}
          value={name}
          error={nameError}
          hint="Shown with your photos. Remembered on this device."
          onChange={({ target }) => {
            setName(target.value)
            setNameError(undefined)
          }}
        />
      )}
      <div className="add-photos-foot">
        <p
          className={`text-caption ${sendError ? 'text-danger' : 'text-ink-3'}`}
          role={sendError ? 'alert' : undefined}
        >
          {sendError ?? (!isOwner && link.adding?.needsApproval && <ApprovalHint link={link} />)}
        </p>
        <Button kind="primary" type="submit" disabled={photos.length === 0} busy={isBusy && 'Starting'}>
          Send {count(photos.length, 'photo')}
        </Button>
      </div>
    </form>
  )
}

function ChosenPhoto({ file }: { file: File }) {
  const preview = useLocalPreview(file, 240, true)
  return (
    <span className="chosen-photo">
      {preview.state === 'made' ? (
        <img src={preview.source} alt="" />
      ) : (
        preview.state === 'impossible' && <FileImage size={24} strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
  )
}
