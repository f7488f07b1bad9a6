import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { count } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { EditableTitle } from '#web/ui/editable-title.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type DroppedFiles, discardDropped, updateDropped } from './dropped-files.ts'
import { commonFolder, galleryName } from './gallery-name.ts'
import { headerOf, readAndSort } from './image-header.ts'
import { useLocalPreview } from './use-local-preview.ts'
import { itemOfFile } from './wall-items.ts'
import '../wall/wall.css'
import './trial-gallery.css'

const tileWidth = 800
/** Portrait photos make poor covers on wide screens, so prefer the first landscape one. */
const landscapeRatio = 1.2

type Props = {
  held: DroppedFiles
  keep: ReactNode
}

/** Previews the visitor's own photos as a gallery, without uploading anything. */
export function TrialGallery({ held: { files, title }, keep }: Props) {
  const [sorted, setSorted] = useState<readonly File[]>()
  useEffect(() => void readAndSort(files).then(setSorted), [files])
  if (!sorted) return <Spinner />
  const cover = sorted.find((file) => headerOf(file).ratio >= landscapeRatio) ?? sorted[0]
  return (
    <>
      <TrialCover
        file={cover}
        title={title || galleryName(sorted)}
        namedAfter={commonFolder(sorted) ? 'folder' : 'date'}
      />
      <ul aria-label="Photos" className="wall wall-margins pt-(--gap) pb-16">
        {sorted
          .filter((file) => file !== cover)
          .map((file) => (
            <TrialTile key={itemOfFile(file).key} file={file} />
          ))}
      </ul>
      <section aria-label="Keep this gallery" className="keep-bar">
        <p className="mr-auto text-ui max-sm:w-full">
          <b className="font-medium">Previewing {count(sorted.length, 'photo')} in your browser.</b> Nothing has been
          uploaded yet.
        </p>
        <Button kind="ghost" onClick={discardDropped}>
          Start over
        </Button>
        {keep}
      </section>
    </>
  )
}

/** Shows the file as it is, because resizing a large photo first would leave the cover empty for a second. */
function useObjectUrl(file: File | undefined) {
  const [source, setSource] = useState('')
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setSource(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return source
}

type CoverProps = { file: File | undefined; title: string; namedAfter: 'folder' | 'date' }

function TrialCover({ file, title, namedAfter }: CoverProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const source = useObjectUrl(file)
  // Move the focus here, because the drop zone is gone.
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="trial-cover">
      {source && <img src={source} alt={file?.name} />}
      <div className="trial-text">
        <h1 ref={heading} tabIndex={-1} className="sr-only">
          Your gallery
        </h1>
        <EditableTitle title={title} onSave={async (written) => updateDropped({ title: written })} />
        <p className="mt-2 text-caption">Named after the {namedAfter}. You can change it.</p>
      </div>
    </header>
  )
}

function TrialTile({ file }: { file: File }) {
  const local = useLocalPreview(file, tileWidth, true)
  return (
    <li className="trial-tile" style={{ '--r': headerOf(file).ratio } as CSSProperties}>
      <div className="wall-picture grid">
        {local.state === 'made' && <img src={local.source} alt={file.name} />}
        {local.state === 'impossible' && (
          <p className="self-end p-3 text-caption text-ink-2 wrap-anywhere">
            Your browser can't preview {file.name}, but your gallery will show it.
          </p>
        )}
      </div>
    </li>
  )
}
