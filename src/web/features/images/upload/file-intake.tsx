import { lazy, Suspense } from 'react'
import { FilePicker } from './file-picker.tsx'
import { useDraggedFiles } from './use-dragged-files.ts'
import type { FileIntake as LinkIntake } from './use-file-intake.ts'
import { usePastedFiles } from './use-pasted-files.ts'

const DropOverlay = lazy(async () => ({ default: (await import('./drop-overlay.tsx')).DropOverlay }))

type Props = {
  intake: Pick<LinkIntake, 'input' | 'isFull' | 'limitSentence' | 'add'>
  label?: string
  /** Said over the page while so many files are held over it. */
  invitation?: (held: number) => string
}

/** What a page needs so that files can be picked, pasted and dropped anywhere on it. */
export function FileIntake({
  intake: { input, isFull, limitSentence, add },
  label = 'Images to upload',
  invitation = () => 'Drop pictures to upload them',
}: Props) {
  const dragged = useDraggedFiles()
  usePastedFiles(add)
  return (
    <>
      <FilePicker ref={input} label={label} onFiles={add} />
      {dragged.isDragged && (
        <Suspense>
          <DropOverlay
            sentence={isFull ? limitSentence : invitation(dragged.count)}
            onFiles={add}
            onEnd={dragged.end}
          />
        </Suspense>
      )}
    </>
  )
}
