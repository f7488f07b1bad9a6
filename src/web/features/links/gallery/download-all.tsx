import { Download as DownloadIcon } from 'lucide-react'
import { lazy, type MouseEvent, Suspense } from 'react'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import type { Download } from './use-download-all.ts'

const DownloadDialog = lazy(async () => ({ default: (await import('./download-dialog.tsx')).DownloadDialog }))

type Props = { download: Download; kind: 'ghost' | 'plain'; className?: string }

/** If visitors can download, this is also a plain link to the full-size ZIP, which works without JavaScript. */
export function DownloadAll({ download, kind, className = '' }: Props) {
  if (download.isOnlyForOwner) {
    return (
      <Button kind={kind} icon={DownloadIcon} className={className} onClick={download.start}>
        Download all
      </Button>
    )
  }
  const openDialog = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    download.start()
  }
  return (
    <a className={`${buttonStyle[kind]} ${className}`} href={download.archive} download onClick={openDialog}>
      <DownloadIcon size={18} strokeWidth={1.75} aria-hidden="true" />
      Download all
    </a>
  )
}

export const DownloadChoice = ({ download: { link, section, isOnlyForOwner, isOpen, stop } }: { download: Download }) =>
  isOpen && (
    <Suspense>
      <DownloadDialog link={link} section={section} isOnlyForOwner={isOnlyForOwner} onClose={stop} />
    </Suspense>
  )
