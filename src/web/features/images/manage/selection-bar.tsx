import { CheckCheck, Download, FolderInput, Image, MonitorSmartphone, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { downloadMaxSize } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import { type DownloadSize, getDownloadUrl } from '#shared/media.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'

type Props = {
  link: Link
  ids: readonly string[]
  onSelectAll: () => void
  onClear: () => void
  onMove: () => void
  onDelete: () => void
}

export function SelectionBar({ link, ids, onSelectAll, onClear, onMove, onDelete }: Props) {
  const [isDownloading, setIsDownloading] = useState(false)
  const download = async (size: DownloadSize) => {
    setIsDownloading(true)
    await downloadImages(link, ids, size)
    setIsDownloading(false)
  }
  return (
    <fieldset className="sticky top-17 z-10 mb-5 flex flex-wrap items-center gap-x-2 rounded-control bg-sunken py-1.5 pr-2 pl-2 text-ui shadow-control">
      <legend className="sr-only">Selected images</legend>
      <IconButton icon={X} label="Clear selection" onClick={onClear} />
      <p className="mr-auto leading-tight">
        <b className="font-medium tabular-nums">{formatNumber(ids.length)} selected</b>
        <span className="block text-caption text-ink-3 pointer-coarse:hidden">Shift-click for a range</span>
      </p>
      <Button kind="ghost" icon={CheckCheck} onClick={onSelectAll}>
        Select all
      </Button>
      <Button kind="ghost" icon={FolderInput} onClick={onMove}>
        Move
      </Button>
      <Menu
        items={[
          { label: 'Full size', icon: Image, onSelect: () => download('full') },
          { label: 'Web size (1920 px)', icon: MonitorSmartphone, onSelect: () => download('web') },
        ]}
        trigger={(props) => (
          <Button kind="ghost" icon={Download} busy={isDownloading && 'Downloading'} {...props}>
            Download
          </Button>
        )}
      />
      <Button kind="ghostDanger" icon={Trash2} onClick={onDelete}>
        Delete
      </Button>
    </fieldset>
  )
}

/** The browser streams the ZIP to disk. */
async function downloadImages(link: Link, ids: readonly string[], size: DownloadSize) {
  const isAll = ids.length === link.images.length
  if (!isAll && ids.length > downloadMaxSize) {
    return notify('error', `You can download up to ${downloadMaxSize} images at a time. Select fewer, or select all.`)
  }
  try {
    const query = { size, ...(!isAll && { images: ids.join(',') }) }
    const { data } = await call(getDownloadUrl, { params: { id: link._id }, query })
    const anchor = document.createElement('a')
    anchor.href = data.url
    anchor.download = ''
    anchor.click()
  } catch (error) {
    await notify('error', errorMessage(error, 'Failed to download images. Please try again.'))
  }
}
