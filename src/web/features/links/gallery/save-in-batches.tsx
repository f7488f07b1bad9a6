import { Images } from 'lucide-react'
import { useEffect, useState } from 'react'
import { count } from '#web/lib/formats.ts'
import { batchSize, fetchFiles, saveToPhotos } from '#web/lib/save-to-photos.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/meter.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { DownloadRequest } from './download.ts'

type Props = { wanted: DownloadRequest; onSaved: () => void }
type Stage = { name: 'idle' } | { name: 'fetching'; done: number } | { name: 'ready'; files: File[] }

/** The share sheet only opens right after a tap, so each batch is downloaded first, and the next tap shares it. */
export function SaveInBatches({ wanted: { images, size }, onSaved }: Props) {
  const [stage, setStage] = useState<Stage>({ name: 'idle' })
  const [saved, setSaved] = useState(0)
  const [failure, setFailure] = useState('')
  const [abort] = useState(() => new AbortController())
  useEffect(() => () => abort.abort(), [abort])
  const total = images.length

  const prepare = async (first: number) => {
    setFailure('')
    setStage({ name: 'fetching', done: first })
    try {
      const onProgress = (done: number) => setStage({ name: 'fetching', done: first + done })
      const batch = images.slice(first, first + batchSize)
      setStage({ name: 'ready', files: await fetchFiles(batch, { size, signal: abort.signal, onProgress }) })
    } catch {
      setStage({ name: 'idle' })
      setFailure('Failed to fetch images. Please try again.')
    }
  }

  const share = async (files: File[]) => {
    const outcome = await saveToPhotos(files)
    if (outcome === 'left') return
    if (outcome !== 'saved') return setFailure("Couldn't save to your photos. Download the ZIP instead.")
    const soFar = saved + files.length
    if (soFar >= total) return onSaved()
    setSaved(soFar)
    await prepare(soFar)
  }

  return (
    <>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {total > batchSize && (
        <p className="text-ink-2">
          {saved === 0
            ? `Your phone can save ${batchSize} photos at a time. We'll do this in ${Math.ceil(total / batchSize)} steps.`
            : `${saved} of ${total} saved.`}
        </p>
      )}
      {stage.name === 'fetching' && (
        <div className="grid gap-2" role="status">
          <p className="text-ink-2">
            Downloading {Math.min(stage.done + 1, total)} of {total}
          </p>
          <Progress label="Downloading photos" value={stage.done} max={total} />
        </div>
      )}
      {stage.name === 'ready' ? (
        // The key creates a new button for each batch, so `autoFocus` works again.
        <Button key={saved} kind="primary" icon={Images} autoFocus onClick={() => share(stage.files)}>
          {total > batchSize
            ? `Save photos ${saved + 1}–${saved + stage.files.length}`
            : `Save ${count(total, 'photo')}`}
        </Button>
      ) : (
        <Button
          kind="primary"
          icon={Images}
          busy={stage.name === 'fetching' && 'Downloading'}
          disabled={total === 0}
          onClick={() => prepare(saved)}
        >
          Save to photos
        </Button>
      )}
    </>
  )
}
