import { ImagePlus } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { FileIntake } from '../upload/file-intake.tsx'
import { dropText } from '../upload/file-sources.tsx'

type Props = {
  /** Why files can't be added right now, or an empty string if they can. The page shows it, too. */
  refusal: string
  /** How many more images the plan allows. */
  room: number
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** A small drop zone for dashboards that already have galleries. At a plan limit, only Create New Link is left. */
export function CompactDropZone({ refusal, room, onFiles, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const isFull = refusal !== ''
  const add = (files: File[]) => (isFull ? void notify('error', refusal) : onFiles(files))
  return (
    <div className={`${rowStyle} ${isFull ? '' : dashedStyle}`}>
      {!isFull && (
        <>
          <p className="mr-4 hidden text-ui lg:block">
            <b className="block font-medium">Drop images here</b>
            <span className="text-ink-2">to create a gallery.</span>
          </p>
          <Button icon={ImagePlus} onClick={() => input.current?.click()}>
            Choose images
          </Button>
        </>
      )}
      {children}
      <FileIntake
        intake={{ input, isFull, room, limitSentence: refusal, add }}
        label="Images for a new gallery"
        invitation={(count) => dropText(count, 'image')}
      />
    </div>
  )
}

const rowStyle = 'flex flex-wrap items-center gap-2 *:max-sm:flex-auto *:max-sm:px-2 lg:gap-3'
const dashedStyle = 'lg:rounded-card lg:border-[1.5px] lg:border-line-control lg:border-dashed lg:py-3 lg:pr-3 lg:pl-5'
