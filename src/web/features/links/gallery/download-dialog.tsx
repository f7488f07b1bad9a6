import { Download, Images } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Image } from '#shared/images.ts'
import { count } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Progress } from '#web/ui/meter.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { fetchFiles } from './save-to-photos.ts'

type Props = { images: readonly Image[]; archive: string; onClose: () => void }
type Stage = { name: 'choosing' } | { name: 'fetching'; done: number } | { name: 'ready'; files: File[] }

/**
 * On a phone: into the photographs, or one file. The share sheet opens only on a press, so the pictures are fetched by the
 * first one and handed over by the second.
 */
export function DownloadDialog({ images, archive, onClose }: Props) {
  const [stage, setStage] = useState<Stage>({ name: 'choosing' })
  const [failure, setFailure] = useState('')
  const [leaving] = useState(() => new AbortController())
  useEffect(() => () => leaving.abort(), [leaving])

  const prepare = async () => {
    setFailure('')
    setStage({ name: 'fetching', done: 0 })
    try {
      const onProgress = (done: number) => setStage({ name: 'fetching', done })
      setStage({ name: 'ready', files: await fetchFiles(images, { signal: leaving.signal, onProgress }) })
    } catch {
      setStage({ name: 'choosing' })
      setFailure('Failed to fetch images. Please try again.')
    }
  }

  const handOver = async (files: File[]) => {
    try {
      await navigator.share({ files })
      onClose()
    } catch (error) {
      // Whoever closes the sheet again has changed their mind; that is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) {
        setFailure('These pictures could not be handed over. Download the ZIP instead.')
      }
    }
  }

  return (
    <Dialog title="Download all" onClose={onClose}>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {stage.name === 'fetching' && (
        <div className="grid gap-2" role="status">
          <p className="text-ink-2">
            Fetching {stage.done + 1} of {images.length}
          </p>
          <Progress label="Fetching pictures" value={stage.done} max={images.length} />
        </div>
      )}
      <div className="grid gap-3">
        {stage.name === 'ready' ? (
          <Button kind="primary" icon={Images} autoFocus onClick={() => handOver(stage.files)}>
            Save {count(images.length, 'picture')}
          </Button>
        ) : (
          <Button kind="primary" icon={Images} busy={stage.name === 'fetching' && 'Fetching'} onClick={prepare}>
            Save to photos
          </Button>
        )}
        <a className={buttonStyle.plain} href={archive} download onClick={onClose}>
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          Download as ZIP
        </a>
      </div>
    </Dialog>
  )
}
