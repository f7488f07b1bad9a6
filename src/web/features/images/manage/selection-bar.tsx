import { CopyPlus, Download, Ellipsis, FolderInput, Heading, Image, MonitorSmartphone, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
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
  /** What's left to select: the whole section of the selected images, or all images. */
  more: { label: string; onSelect: () => void } | undefined
  /** Set while a large selection is changed in several calls. */
  progress: { done: number; total: number } | undefined
  onClear: () => void
  onMove: () => void
  onCopy: () => void
  onSection: () => void
  onDelete: () => void
}

export function SelectionBar({ link, ids, more, progress, onClear, onMove, onCopy, onSection, onDelete }: Props) {
  const [isDownloading, setIsDownloading] = useState(false)
  useEffect(() => {
    // Keep the end of the page above the bar. `body:has()` would make browsers recompute all styles on every change.
    document.body.style.paddingBottom = '4rem'
    return () => {
      document.body.style.paddingBottom = ''
    }
  }, [])
  const download = async (size: DownloadSize) => {
    setIsDownloading(true)
    await downloadImages(link, ids, size)
    setIsDownloading(false)
  }
  const sizes = [
    { label: 'Full size', icon: Image, onSelect: () => void download('full') },
    { label: 'Web size (1920 px)', icon: MonitorSmartphone, onSelect: () => void download('web') },
  ]
  // The dialogs list the user's own links, but editors can't take images there.
  const toLinks = [
    { label: 'Move', icon: FolderInput, onSelect: onMove },
    { label: 'Copy', icon: CopyPlus, onSelect: onCopy },
  ]
  const changes = [
    ...(link.myRole === 'editor' ? [] : toLinks),
    { label: 'Section', icon: Heading, onSelect: onSection },
  ]
  return (
    <fieldset className="selection-bar">
      <legend className="sr-only">Selected images</legend>
      <div className="page flex flex-wrap items-center gap-x-1 gap-y-0 py-1.5">
        <p className="mr-1 font-medium text-ui tabular-nums" role="status">
          {progress
            ? `${formatNumber(progress.done)} of ${formatNumber(progress.total)} done`
            : `${formatNumber(ids.length)} selected`}
        </p>
        {more && (
          <Button kind="ghost" className="min-w-0 text-accent!" onClick={more.onSelect}>
            <span className="truncate">{more.label}</span>
          </Button>
        )}
        <IconButton icon={X} label="Clear selection" onClick={onClear} />
        <span className="pl-2 text-caption text-ink-3 pointer-coarse:hidden max-lg:hidden">
          Shift-click for a range
        </span>
        <div className="ml-auto flex max-sm:hidden">
          {changes.map(({ label, icon, onSelect }) => (
            <Button key={label} kind="ghost" icon={icon} aria-haspopup="dialog" onClick={onSelect}>
              {label}
            </Button>
          ))}
          <Menu
            items={sizes}
            trigger={(props) => (
              <Button kind="ghost" icon={Download} busy={isDownloading && 'Downloading'} {...props}>
                Download
              </Button>
            )}
          />
        </div>
        <div className="ml-auto sm:hidden">
          <Menu
            items={[...changes, ...sizes.map((size) => ({ ...size, label: `Download ${size.label.toLowerCase()}` }))]}
            trigger={(props) => (
              <Button kind="ghost" icon={Ellipsis} {...props}>
                Actions
              </Button>
            )}
          />
        </div>
        <Button kind="ghostDanger" icon={Trash2} className="-mr-3" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </fieldset>
  )
}

/** The browser streams the ZIP to disk. */
async function downloadImages(link: Link, ids: readonly string[], size: DownloadSize) {
  const isAll = ids.length === link.images.length
  if (!isAll && ids.length > downloadMaxSize) {
    return notify('error', `You can download up to ${downloadMaxSize} images at a time. Select fewer, or select all.`)
  }
  await saveArchive(link, { size, ...(!isAll && { images: ids.join(',') }) })
}

export async function saveArchive(link: Link, query: { size?: DownloadSize; images?: string; section?: string }) {
  try {
    const { data } = await call(getDownloadUrl, { params: { id: link._id }, query })
    const anchor = document.createElement('a')
    anchor.href = data.url
    anchor.download = ''
    anchor.click()
  } catch (error) {
    await notify('error', errorMessage(error, 'Failed to download images. Please try again.'))
  }
}
