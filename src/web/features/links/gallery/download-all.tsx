import { Download as DownloadIcon } from 'lucide-react'
import { lazy, type MouseEvent, Suspense } from 'react'
import { canSaveToPhotos } from '#web/lib/save-to-photos.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import type { Download } from './use-download-all.ts'

const DownloadDialog = lazy(async () => ({ default: (await import('./download-dialog.tsx')).DownloadDialog }))

type Props = { download: Download; kind: 'ghost' | 'plain'; className?: string }

/** A plain link to the archive, which needs no script, unless there is more to it than that. */
export function DownloadAll({ download, kind, className = '' }: Props) {
  if (download.isOnlyForOwner) {
    return (
      <Button
        kind={kind}
        icon={DownloadIcon}
        className={className}
        busy={download.isBusy && 'Downloading'}
        onClick={download.start}
      >
        Download all
      </Button>
    )
  }
  const choose = (event: MouseEvent) => {
    if (!canSaveToPhotos(download.images)) return
    event.preventDefault()
    download.start()
  }
  return (
    <a className={`${buttonStyle[kind]} ${className}`} href={download.archive} download onClick={choose}>
      <DownloadIcon size={18} strokeWidth={1.75} aria-hidden="true" />
      Download all
    </a>
  )
}

/** On a phone: into the photographs, or as one file. */
export const DownloadChoice = ({ download: { images, archive, isChoosing, stopChoosing } }: { download: Download }) =>
  isChoosing && (
    <Suspense>
      <DownloadDialog images={images} archive={archive} onClose={stopChoosing} />
    </Suspense>
  )
