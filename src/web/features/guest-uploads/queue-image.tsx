import { Check, X } from 'lucide-react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { GuestImage } from '#shared/guest-uploads.ts'
import { pages } from '#shared/pages.ts'
import { formatBytes, formatDay, formatMinute, formatTime } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Picture } from '#web/ui/picture.tsx'
import type { Decision } from './use-upload-queue.ts'

/** The element that gets the focus when the queue moves on. */
export type Control = 'picture' | 'approve' | 'reject'
export const controlId = (imageId: string, control: Control) => `${control}-${imageId}`

export const timeText = (at: string) =>
  formatDay(at) === formatDay(new Date().toISOString()) ? formatTime(at) : formatMinute(at)

export const imageSizes = '(min-width: 64rem) 16rem, (min-width: 40rem) 30vw, 45vw'

export const guestName = (guest: { name: string } | null | undefined) => guest?.name || 'Unnamed guest'

type Props = {
  image: GuestImage
  decision: Decision | undefined
  /** The image that the keys apply to. */
  isCurrent: boolean
  /** What `sameAs` refers to. */
  sameAs: { text: string; imageId: string | undefined } | undefined
  onApprove: (isPointer: boolean) => void
  onReject: (isPointer: boolean) => void
  onUndo: () => void
  onFocus: () => void
}

export function QueueImage({ image, decision, isCurrent, sameAs, onApprove, onReject, onUndo, onFocus }: Props) {
  const label = image.addedBy?.name ? `Image from ${image.addedBy.name}` : 'Image from a guest'
  return (
    <li className="queue-image min-w-0" data-current={isCurrent || undefined} onFocus={onFocus}>
      <a
        id={controlId(image._id, 'picture')}
        className="queue-mat"
        href={image.imageUrl}
        target="_blank"
        rel="noreferrer"
        aria-current={isCurrent || undefined}
        aria-label={`${label}, ${timeText(image.createdAt)}`}
      >
        <Picture image={image} alt="" sizes={imageSizes} className={decision ? 'opacity-35' : ''} />
      </a>
      <p className="mt-1.5 text-caption text-ink-3">
        {timeText(image.createdAt)}, {formatBytes(image.fileSize)}
      </p>
      {sameAs && (
        <p dir="auto" className="truncate text-caption text-warn">
          {sameAs.imageId ? (
            <RouterLink
              className="underline"
              to={generatePath(pages.image, { imageId: sameAs.imageId })}
              target="_blank"
            >
              {sameAs.text}
            </RouterLink>
          ) : (
            sameAs.text
          )}
        </p>
      )}
      {decision ? (
        <div className="mt-2 flex min-h-11 items-center justify-between gap-1.5 text-ink-2 text-ui">
          {decision === 'approved' && (
            <span className="inline-flex items-center gap-1.5 text-ok">
              <Check size={18} strokeWidth={1.75} aria-hidden="true" />
              Approved
            </span>
          )}
          {decision === 'gone' && 'No longer waiting'}
          {(decision === 'rejecting' || decision === 'rejected') && 'Rejected'}
          {decision === 'rejecting' && (
            <button
              type="button"
              aria-label={`Undo rejecting: ${label}`}
              className="min-h-11 cursor-pointer px-2 font-medium text-accent hover:text-accent-hover hover:underline"
              onClick={onUndo}
            >
              Undo
            </button>
          )}
        </div>
      ) : (
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-1.5">
          <Button
            id={controlId(image._id, 'approve')}
            className="min-w-0"
            aria-label={`Approve: ${label}`}
            onClick={({ detail }) => onApprove(detail > 0)}
          >
            Approve
          </Button>
          <button
            id={controlId(image._id, 'reject')}
            type="button"
            className={buttonStyle.iconPlain}
            aria-label={`Reject: ${label}`}
            title="Reject"
            onClick={({ detail }) => onReject(detail > 0)}
          >
            <X size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
      )}
    </li>
  )
}
