import { Download } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import type { Image } from '#shared/images.ts'
import { downloadUrlOf, savedName } from '#web/lib/download-url.ts'
import { notify } from '#web/lib/notify.ts'
import { canSaveToPhotos, fetchFiles, saveToPhotos } from '#web/lib/save-to-photos.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

type Props = { image: Image; kind?: 'icon' | 'plain' | 'primary' }

/** On touch screens that can share files, the link opens the share sheet, where users can save the image to Photos. */
export function DownloadImage({ image, kind = 'icon' }: Props) {
  const fetched = useRef<{ imageId: string; files: File[] }>(undefined)
  const [isBusy, setIsBusy] = useState(false)
  if (!image.url) return null

  const save = async () => {
    setIsBusy(true)
    try {
      const files =
        fetched.current?.imageId === image._id
          ? fetched.current.files
          : await fetchFiles([image], { size: 'full', signal: AbortSignal.timeout(60_000) })
      fetched.current = { imageId: image._id, files }
      const outcome = await saveToPhotos(files)
      // The share sheet only opens shortly after a tap, and fetching took too long.
      if (outcome === 'too-late') void notify('info', 'Ready. Tap Download again to save.')
      if (outcome === 'failed') void notify('error', "Couldn't save this photo. Try again in a moment.")
    } catch {
      void notify('error', "Couldn't download this photo. Try again in a moment.")
    }
    setIsBusy(false)
  }
  const onClick = (event: MouseEvent) => {
    if (!canSaveToPhotos([image])) return
    event.preventDefault()
    if (!isBusy) void save()
  }

  return (
    <a
      className={buttonStyle[kind]}
      href={downloadUrlOf(image.url)}
      download={savedName(image, image.url)}
      aria-label={kind === 'icon' ? 'Download this photo' : undefined}
      title="Download this photo"
      aria-busy={isBusy || undefined}
      onClick={onClick}
    >
      <Download size={kind === 'icon' ? 20 : 18} strokeWidth={1.75} aria-hidden="true" />
      {kind !== 'icon' && 'Download'}
    </a>
  )
}
