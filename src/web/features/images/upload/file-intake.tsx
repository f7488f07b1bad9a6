import { lazy, Suspense } from 'react'
import { FilePicker, useDraggedFiles, usePastedFiles } from './file-sources.tsx'
import type { LinkIntake } from './use-file-intake.ts'

const DropOverlay = lazy(async () => ({ default: (await import('./drop-overlay.tsx')).DropOverlay }))

type Props = {
  intake: Pick<LinkIntake, 'input' | 'isFull' | 'room' | 'limitSentence' | 'add'>
  label?: string
  invitation?: (count: number) => string
}

/** Accepts files from the file picker, from the clipboard, and dropped anywhere on the page. */
export function FileIntake({
  intake: { input, isFull, room, limitSentence, add },
  label = 'Images to upload',
  invitation = () => 'Drop images to upload',
}: Props) {
  const dragged = useDraggedFiles()
  usePastedFiles(add)
  return (
    <>
      <FilePicker ref={input} label={label} onFiles={add} />
      {dragged.isDragged && (
        <Suspense>
          <DropOverlay
            sentence={isFull ? limitSentence : `${invitation(dragged.count)}${roomText(dragged.count, room)}`}
            // The overlay has already said why.
            onFiles={isFull ? () => {} : add}
            onEnd={dragged.end}
          />
        </Suspense>
      )}
    </>
  )
}

/** Says before the drop how many files won't fit. */
const roomText = (dragged: number, room: number) =>
  dragged > room ? `. ${dragged - room} won't fit on your plan.` : ''
