import { ImagePlus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { dropText, FilePicker, useDraggedFiles, usePastedFiles } from '../upload/file-sources.tsx'
import './drop-zone.css'

const DropOverlay = lazy(async () => ({ default: (await import('../upload/drop-overlay.tsx')).DropOverlay }))

type Props = {
  heading: string
  /** The heading on touch screens, where files can't be dropped. */
  headingForTouch: string
  /** True if the drop zone is the page's main action. */
  isLoud?: boolean
  /** Owners add images, and visitors try it with photos. */
  noun?: 'image' | 'photo'
  /** Why files can't be added right now, or an empty string if they can. */
  refusal?: string
  children: ReactNode
  hint?: string
  onFiles: (files: File[]) => void
}

/** Accepts images from the file picker, from the clipboard, and dropped anywhere on the page. */
export function DropZone({
  heading,
  headingForTouch,
  isLoud = false,
  noun = 'photo',
  refusal = '',
  children,
  hint,
  onFiles,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLElement>(null)
  const dragged = useDraggedFiles()
  const take = (files: File[]) => (refusal ? void notify('error', refusal) : onFiles(files))
  usePastedFiles(take)
  const text = refusal || dropText(dragged.count, noun)
  // If the zone is scrolled out of view, the overlay shows the text instead.
  const isInView = (frame.current?.getBoundingClientRect().bottom ?? 0) > 0
  const isOver = dragged.isDragged && isInView
  return (
    <section ref={frame} aria-labelledby="drop-zone" className={`drop-zone ${isOver ? 'drop-zone-over' : ''}`}>
      <EmptyFrame />
      <div className="drop-zone-text">
        <h2 id="drop-zone" className={isLoud ? 'text-title' : 'text-heading'}>
          {isOver ? (
            text
          ) : (
            <>
              <span className="pointer-coarse:hidden max-sm:hidden">{heading}</span>
              <span className="hidden pointer-coarse:inline max-sm:inline">{headingForTouch}</span>
            </>
          )}
        </h2>
        <p className={`max-w-lead text-ink-2 ${isLoud ? 'text-lead' : ''}`}>{children}</p>
        <Button
          kind={isLoud ? 'primaryBig' : 'plain'}
          icon={ImagePlus}
          className="mt-2 max-sm:w-full"
          disabled={refusal !== ''}
          aria-describedby={refusal ? 'drop-zone-refusal' : undefined}
          onClick={() => input.current?.click()}
        >
          Choose {noun}s
        </Button>
        {refusal && (
          <p id="drop-zone-refusal" className="text-ui text-warn">
            {refusal}
          </p>
        )}
        {hint && <p className="max-w-[30rem] text-balance text-caption text-ink-2">{hint}</p>}
      </div>
      <FilePicker
        ref={input}
        label={noun === 'image' ? 'Images for a new gallery' : 'Photos for a new gallery'}
        onFiles={take}
      />
      {dragged.isDragged && (
        <Suspense>
          <DropOverlay sentence={isOver ? '' : text} onFiles={take} onEnd={dragged.end} />
        </Suspense>
      )}
    </section>
  )
}
