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

const coverWidth = 1920
const tileWidth = 800
/** Upright pictures make poor covers on wide screens: the first broad one is taken, where there is one. */
const broadRatio = 1.2

type Props = {
  held: DroppedFiles
  /** The way to keep it. */
  keep: ReactNode
}

/** The gallery that somebody's own pictures would make, shown by this browser alone. */
export function TrialGallery({ held: { files, title }, keep }: Props) {
  const [pictures, setPictures] = useState<readonly File[]>()
  useEffect(() => void readAndSort(files).then(setPictures), [files])
  if (!pictures) return <Spinner />
  const cover = pictures.find((file) => headerOf(file).ratio >= broadRatio) ?? pictures[0]
  return (
    <>
      <TrialCover
        file={cover}
        title={title || galleryName(pictures)}
        namedAfter={commonFolder(pictures) ? 'folder' : 'day'}
      />
      <ul aria-label="Images" className="wall wall-margins pt-(--gap) pb-16">
        {pictures
          .filter((file) => file !== cover)
          .map((file) => (
            <TrialTile key={itemOfFile(file).key} file={file} />
          ))}
      </ul>
      <section aria-label="Keep this gallery" className="keep-bar">
        <p className="mr-auto text-ui max-sm:w-full">
          <b className="font-medium">{count(pictures.length, 'picture')}, made in this browser.</b> Nothing has been
          sent.
        </p>
        <Button kind="ghost" onClick={discardDropped}>
          Start again
        </Button>
        {keep}
      </section>
    </>
  )
}

type CoverProps = { file: File | undefined; title: string; namedAfter: 'folder' | 'day' }

function TrialCover({ file, title, namedAfter }: CoverProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const local = useLocalPreview(file, coverWidth, true)
  // What was pressed to come here is gone.
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="trial-cover">
      {local.state === 'made' && <img src={local.source} alt={file?.name} />}
      <div className="trial-text">
        <h1 ref={heading} tabIndex={-1} className="sr-only">
          Your gallery
        </h1>
        <EditableTitle title={title} onSave={async (written) => updateDropped({ title: written })} />
        <p className="mt-2 text-caption">Named after the {namedAfter}. Write over it.</p>
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
            {file.name}: this browser cannot show it, your gallery will.
          </p>
        )}
      </div>
    </li>
  )
}
