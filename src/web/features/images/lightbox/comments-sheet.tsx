import { ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense } from 'react'
import type { Image } from '#shared/images.ts'
import { formatMinuteInUtc } from '#web/lib/formats.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type Camera, cameraName } from '../camera.ts'
import './comments-sheet.css'

type Props = {
  image: Image & { camera?: Camera | null }
  alt: string
  sheet: RefObject<HTMLElement | null>
  comments: (imageId: string, hide: ReactNode) => ReactNode
  onHide: () => void
}

export function CommentsSheet({ image, alt, sheet, comments, onHide }: Props) {
  const { _id, title, description, takenAt, camera } = image
  const facts = [takenAt && formatMinuteInUtc(takenAt), camera && cameraName(camera), camera?.exposure].filter(Boolean)
  const hide = <IconButton className="viewer-hide" icon={ChevronRight} label="Hide comments" onClick={onHide} />
  return (
    <aside ref={sheet} tabIndex={-1} aria-label="Comments on this photo" className="viewer-sheet">
      <div className="viewer-about">
        <h2 dir="auto" className={title ? 'wrap-anywhere text-subhead' : 'sr-only'}>
          {alt}
        </h2>
        {description && (
          <p dir="auto" className="wrap-anywhere max-h-[20dvh] overflow-y-auto whitespace-pre-line text-ink-2 text-ui">
            {description}
          </p>
        )}
        {facts.length > 0 && (
          <p className="flex flex-wrap gap-x-5 text-caption text-ink-3">
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        )}
      </div>
      <Suspense fallback={<div className="flex justify-end p-2">{hide}</div>}>{comments(_id, hide)}</Suspense>
    </aside>
  )
}
