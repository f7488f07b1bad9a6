import { Download as DownloadIcon } from 'lucide-react'
import { lazy, type MouseEvent, Suspense } from 'react'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import type { Download } from './use-download-all.ts'

const DownloadDialog = lazy(async () => ({ default: (await import('./download-dialog.tsx')).DownloadDialog }))

type Props = { download: Download; kind: 'ghost' | 'plain'; className?: string }

/**
 * A choice of sizes and pictures. Where anybody may have them it is a plain link to all of them in full size, until the page's
 * script runs and wherever somebody opens it in another tab.
 */
export function DownloadAll({ download, kind, className = '' }: Props) {
  if (download.isOnlyForOwner) {
    return (
      <Button kind={kind} icon={DownloadIcon} className={className} onClick={download.start}>
        Download all
      </Button>
    )
  }
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
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

/** How large, and which of them. */
export const DownloadChoice = ({ download: { link, isOnlyForOwner, isChoosing, stop } }: { download: Download }) =>
  isChoosing && (
    <Suspense>
      <DownloadDialog link={link} isOnlyForOwner={isOnlyForOwner} onClose={stop} />
    </Suspense>
  )
