import { ImageDown } from 'lucide-react'
import { useDropzone } from 'react-dropzone'

/** `sentence` is empty if the page shows its own drop indicator. */
type Props = { sentence: string; onFiles: (files: File[]) => void; onEnd: () => void }

/** react-dropzone reads dropped folders recursively. */
export function DropOverlay({ sentence, onFiles, onEnd }: Props) {
  const { getRootProps } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (files) => {
      onEnd()
      onFiles(files)
    },
    onDragLeave: onEnd,
  })
  return (
    <div {...getRootProps()} tabIndex={-1} className={`fixed inset-0 z-40 grid p-4 ${sentence ? 'bg-wall/92' : ''}`}>
      {sentence && (
        <p className="pointer-events-none grid place-content-center justify-items-center gap-3 rounded-card border-2 border-accent border-dashed text-center text-accent text-subhead">
          <ImageDown size={28} strokeWidth={1.75} aria-hidden="true" />
          {sentence}
        </p>
      )}
    </div>
  )
}
