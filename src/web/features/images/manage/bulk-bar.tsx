import { useQuery } from '@tanstack/react-query'
import { CopyPlus, Download, FolderInput, Heading, Image, MonitorSmartphone, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { downloadMaxSize } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import { type DownloadSize, getDownloadUrl } from '#shared/media.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { SelectionBar } from '#web/ui/selection-bar.tsx'

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

export function BulkBar({ link, ids, more, progress, onClear, onMove, onCopy, onSection, onDelete }: Props) {
  const [isDownloading, setIsDownloading] = useState(false)
  const hasTargets = useHasTargets(link)
  const download = async (size: DownloadSize) => {
    setIsDownloading(true)
    await downloadImages(link, ids, size)
    setIsDownloading(false)
  }
  const sizes = [
    { label: 'Full size', icon: Image, onSelect: () => void download('full') },
    { label: 'Web size (1920 px)', icon: MonitorSmartphone, onSelect: () => void download('web') },
  ]
  const toLinks = [
    { label: 'Copy to', icon: CopyPlus, onClick: onCopy },
    { label: 'Move to', icon: FolderInput, onClick: onMove },
  ]
  const changes = [{ label: 'Section', icon: Heading, onClick: onSection }, ...(hasTargets ? toLinks : [])]
  return (
    <SelectionBar
      status={
        progress
          ? `${formatNumber(progress.done)} of ${formatNumber(progress.total)} done`
          : `${formatNumber(ids.length)} selected`
      }
      more={more}
      onClear={onClear}
    >
      {changes.map(({ label, ...rest }) => (
        <Button key={label} kind="ghost" aria-haspopup="dialog" {...rest}>
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
      <Button kind="ghostDanger" icon={Trash2} onClick={onDelete}>
        Delete
      </Button>
    </SelectionBar>
  )
}

/** Owners can move images to a new link, but editors of only one link have nowhere to move them. */
function useHasTargets(link: Link) {
  const isEditor = link.myRole === 'editor'
  const { data } = useQuery({ ...ownerQueries.editedLinks(link.user), enabled: isEditor })
  return !isEditor || (data?.some(({ _id }) => _id !== link._id) ?? false)
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
