import { Download } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import type { Link } from '#shared/links.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { archiveAddress } from './download.ts'

const DownloadDialog = lazy(async () => ({ default: (await import('./download-dialog.tsx')).DownloadDialog }))

/**
 * A choice of sizes and pictures. For visitors it is a plain link to all of them in full size, until the page's script runs and
 * wherever somebody opens it in another tab.
 */
export function DownloadAll({ link, isOnlyForOwner }: { link: Link; isOnlyForOwner: boolean }) {
  const [isChoosing, setIsChoosing] = useState(false)
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setIsChoosing(true)
  }
  return (
    <>
      {isOnlyForOwner ? (
        <Button icon={Download} onClick={choose}>
          Download all
        </Button>
      ) : (
        <a
          className={buttonStyle.plain}
          href={archiveAddress(link, { size: 'full', images: link.images })}
          download
          onClick={choose}
        >
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          Download all
        </a>
      )}
      {isChoosing && (
        <Suspense>
          <DownloadDialog link={link} isOnlyForOwner={isOnlyForOwner} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}
