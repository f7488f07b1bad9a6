import '#web/ui/form-controls.css'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Image } from '#shared/images.ts'
import { downloadMaxSize } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import type { DownloadSize } from '#shared/media.ts'
import type { Section } from '#shared/sections.ts'
import { formatBytes, formatNumber } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { canSaveToPhotos } from '#web/lib/save-to-photos.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { archiveSize, archiveUrl, type DownloadRequest, downloadAsOwner, imagesOf } from './download.ts'
import { SaveInBatches } from './save-in-batches.tsx'

const sizes = [
  { value: 'full', label: 'Full size' },
  { value: 'web', label: 'Web size' },
] as const

const sizeHints: Record<DownloadSize, string> = {
  full: 'Original resolution, best for printing.',
  web: 'Up to 1920 px, best for sharing and social media.',
}

type Props = { link: Link; section?: Section | undefined; isOnlyForOwner: boolean; onClose: () => void }

export function DownloadDialog({ link, section, isOnlyForOwner, onClose }: Props) {
  const [size, setSize] = useState<DownloadSize>('full')
  const [scope, setScope] = useState<'all' | 'some'>('all')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const all = imagesOf(link, section)
  const images = scope === 'all' ? all : all.filter(({ _id }) => selected.has(_id))
  const wanted = { size, images, section }
  const isTooMany = images.length > downloadMaxSize && images.length < all.length
  const canSave = canSaveToPhotos(all)
  const scopes = [
    { value: 'all', label: `All ${formatNumber(all.length)}` },
    { value: 'some', label: 'Select photos' },
  ] as const

  return (
    <Dialog title={section ? `Download ${section.title}` : 'Download photos'} onClose={onClose}>
      <Segment label="Size" hint={sizeHints[size]} options={sizes} value={size} onChange={setSize} />
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Segment label="Photos" options={scopes} value={scope} onChange={setScope} />
          {scope === 'some' && (
            <p className="text-ink-2 text-ui tabular-nums" role="status">
              {formatNumber(images.length)} selected
            </p>
          )}
        </div>
        {scope === 'some' && <SelectImages images={all} selected={selected} onSelect={setSelected} />}
      </div>
      {isTooMany && (
        <p className="text-ink-2" role="alert">
          You can select up to {downloadMaxSize} photos at a time. Select fewer, or download all of them.
        </p>
      )}
      <div className="grid gap-3">
        {canSave && <SaveInBatches key={`${size} ${images.map(({ _id }) => _id)}`} wanted={wanted} onSaved={onClose} />}
        <DownloadArchive
          link={link}
          wanted={wanted}
          isOnlyForOwner={isOnlyForOwner}
          isPossible={images.length > 0 && !isTooMany}
          isPrimary={!canSave}
          onDone={onClose}
        />
      </div>
    </Dialog>
  )
}

type ArchiveProps = {
  link: Link
  wanted: DownloadRequest
  isOnlyForOwner: boolean
  isPossible: boolean
  isPrimary: boolean
  onDone: () => void
}

function DownloadArchive({ link, wanted, isOnlyForOwner, isPossible, isPrimary, onDone }: ArchiveProps) {
  const [isBusy, setIsBusy] = useState(false)
  const kind = isPrimary ? 'primary' : 'plain'
  const url = archiveUrl(link, wanted)
  // Asking for the size of every selection would be too many requests.
  const isAll = wanted.images.length === imagesOf(link, wanted.section).length
  const { data: bytes } = useQuery({
    queryKey: ['archive size', url],
    queryFn: () => archiveSize(url),
    enabled: isAll && !isOnlyForOwner,
    retry: false,
  })
  const label = wanted.images.length === 1 ? 'Download' : `Download as ZIP${bytes ? ` (${formatBytes(bytes)})` : ''}`
  const download = async () => {
    setIsBusy(true)
    try {
      await downloadAsOwner(link, wanted)
      onDone()
    } catch {
      void notify('error', "Couldn't download the photos. Try again in a moment.")
      setIsBusy(false)
    }
  }
  if (!isPossible || isOnlyForOwner) {
    return (
      <Button kind={kind} icon={Download} busy={isBusy && 'Downloading'} disabled={!isPossible} onClick={download}>
        {label}
      </Button>
    )
  }
  return (
    <a className={buttonStyle[kind]} href={url} download onClick={onDone}>
      <Download size={18} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </a>
  )
}

type SelectImagesProps = {
  images: readonly Image[]
  selected: ReadonlySet<string>
  onSelect: (selected: Set<string>) => void
}

function SelectImages({ images, selected, onSelect }: SelectImagesProps) {
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  return (
    <div className="max-h-[40dvh] min-h-40 overflow-auto overscroll-contain">
      <fieldset className="grid grid-cols-3 gap-2 p-1 sm:grid-cols-4">
        <legend className="sr-only">Photos to download</legend>
        {images.map((image, index) => (
          <label
            key={image._id}
            className="relative block aspect-square cursor-pointer overflow-hidden rounded-small has-checked:outline-3 has-checked:outline-accent"
          >
            <Picture image={image} alt="" sizes="7rem" className="size-full object-cover" />
            <span className="sr-only">{image.title || `Photo ${index + 1}`}</span>
            <input
              type="checkbox"
              className="check absolute top-1.5 right-1.5 m-0"
              checked={selected.has(image._id)}
              onChange={() => toggle(image._id)}
            />
          </label>
        ))}
      </fieldset>
    </div>
  )
}
