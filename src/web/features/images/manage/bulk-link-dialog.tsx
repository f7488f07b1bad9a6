import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { bulkMaxSize } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { count, formatNumber } from '#web/lib/formats.ts'
import { copyImages, moveImages } from './bulk-changes.ts'
import { ChooseLinkDialog } from './choose-link-dialog.tsx'

type Props = {
  kind: 'move' | 'copy'
  from: Link
  ids: string[]
  onMoved: () => void
  onCopied: () => void
  onClose: () => void
}

/** Moves or copies images to another link. */
export function BulkLinkDialog({ kind, from, ids, onMoved, onCopied, onClose }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [done, setDone] = useState(0)
  const isMove = kind === 'move'
  const busyVerb = isMove ? 'Moving' : 'Copying'
  const onChoose = async (to: Link) => {
    if (isMove) {
      await moveImages(client, from, ids, to, setDone)
      return onMoved()
    }
    const open = () => void navigate(generatePath(pages.upload, { linkId: to._id }))
    await copyImages(client, ids, to, { onProgress: setDone, open })
    onCopied()
  }
  return (
    <ChooseLinkDialog
      title={isMove ? `Move ${count(ids.length, 'image')}` : `Copy ${count(ids.length, 'image')} to…`}
      verb={isMove ? 'Move' : 'Copy'}
      busyVerb={
        ids.length > bulkMaxSize ? `${busyVerb} ${formatNumber(done)} of ${formatNumber(ids.length)}` : busyVerb
      }
      from={from}
      onChoose={onChoose}
      onClose={onClose}
    />
  )
}
