import { Download } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import type { Link } from '#shared/links.ts'
import { notify } from '#web/lib/notify.ts'
import { canSaveToPhotos } from '#web/lib/save-to-photos.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { archiveAddress, downloadAsOwner } from './download.ts'

const DownloadDialog = lazy(async () => ({ default: (await import('./download-dialog.tsx')).DownloadDialog }))

/** A plain link to the archive; on a phone, a choice. */
export function DownloadAll({ link }: { link: Link }) {
  const [isChoosing, setIsChoosing] = useState(false)
  const archive = archiveAddress(link.slug)
  const choose = (event: MouseEvent) => {
    if (!canSaveToPhotos(link.images)) return
    event.preventDefault()
    setIsChoosing(true)
  }
  return (
    <>
      <a className={buttonStyle.plain} href={archive} download onClick={choose}>
        <Download size={18} strokeWidth={1.75} aria-hidden="true" />
        Download all
      </a>
      {isChoosing && (
        <Suspense>
          <DownloadDialog images={link.images} archive={archive} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}

export function DownloadAllAsOwner({ link }: { link: Link }) {
  const [isBusy, setIsBusy] = useState(false)
  const download = async () => {
    setIsBusy(true)
    await downloadAsOwner(link._id).catch(() =>
      notify('error', 'The pictures could not be downloaded. Try again in a moment.'),
    )
    setIsBusy(false)
  }
  return (
    <Button icon={Download} busy={isBusy && 'Downloading'} onClick={download}>
      Download all
    </Button>
  )
}
