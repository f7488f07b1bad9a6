import { lazy, Suspense } from 'react'
import { useDraggedFiles } from './use-dragged-files.ts'
import type { FileIntake as Intake } from './use-file-intake.ts'
import { usePastedFiles } from './use-pasted-files.ts'

const DropOverlay = lazy(async () => ({ default: (await import('./drop-overlay.tsx')).DropOverlay }))

/** What a page needs so that files can be picked, pasted and dropped anywhere on it. */
export function FileIntake({ intake: { input, isFull, limitSentence, add } }: { intake: Intake }) {
  const dragged = useDraggedFiles()
  usePastedFiles(add)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Images to upload"
        accept="image/*,.heic,.heif"
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      {dragged.isDragged && (
        <Suspense>
          <DropOverlay
            sentence={isFull ? limitSentence : 'Drop pictures to upload them'}
            onFiles={add}
            onEnd={dragged.end}
          />
        </Suspense>
      )}
    </>
  )
}
