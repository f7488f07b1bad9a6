import { CheckCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Guest, UploadDecision } from '#shared/guest-uploads.ts'
import { bulkMaxSize } from '#shared/limits.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import type { UploadQueue } from './use-upload-queue.ts'

/** Covers everything that had arrived when the list was loaded, even if not all of it is on screen. */
function everythingListed({ list, images, guestList }: UploadQueue): UploadDecision {
  const arrivals = [
    ...images.map(({ createdAt }) => createdAt),
    ...(list.hasNextPage ? guestList.map(({ lastAddedAt }) => lastAddedAt) : []),
  ]
  return { until: arrivals.toSorted().at(-1) ?? '' }
}

function everythingFrom({ list, images, decisions }: UploadQueue, guest: Guest): UploadDecision {
  const listed = images.filter(({ _id, addedBy }) => addedBy?._id === guest._id && !decisions.has(_id))
  const isAll = !list.hasNextPage && listed.length > 0 && listed.length <= bulkMaxSize
  return isAll ? { imageIds: listed.map(({ _id }) => _id) } : { guestId: guest._id }
}

type Props = {
  queue: UploadQueue
  guest: Guest | undefined
  kind?: 'primary' | 'ghost'
  className?: string
  children: ReactNode
}

export function ApproveAll({ queue, guest, kind = 'primary', className = '', children }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const approveAll = async () => {
    setIsBusy(true)
    try {
      const done = await queue.decideAll('approve', guest ? everythingFrom(queue, guest) : everythingListed(queue))
      await notify('success', `${count(done, 'image')} approved`)
    } catch (error) {
      await notify('error', errorMessage(error, 'Failed to approve the images. Please try again.'))
    }
    setIsBusy(false)
  }
  return (
    <Button
      kind={kind}
      {...(kind === 'ghost' && { icon: CheckCheck })}
      className={className}
      busy={isBusy && 'Approving'}
      onClick={approveAll}
    >
      {children}
    </Button>
  )
}
