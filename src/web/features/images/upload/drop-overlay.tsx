import { ImageDown } from 'lucide-react'
import { useDropzone } from 'react-dropzone'

/** `sentence`: none where the page itself shows that files are held over it. */
type Props = { sentence: string; onFiles: (files: File[]) => void; onEnd: () => void }

/** Lies over the whole page while files are dragged across it. Folders are opened, whatever is in them is taken. */
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
