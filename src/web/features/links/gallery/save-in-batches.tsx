import { Images } from 'lucide-react'
import { useEffect, useState } from 'react'
import { count } from '#web/lib/formats.ts'
import { batchSize, fetchFiles, saveToPhotos } from '#web/lib/save-to-photos.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/meter.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { DownloadRequest } from './download.ts'

type Props = { wanted: DownloadRequest; onSaved: () => void }
type Stage = { name: 'choosing' } | { name: 'fetching'; done: number } | { name: 'ready'; files: File[] }

/**
 * Into a phone's photographs. The share sheet opens only on a press, so the pictures are fetched by the first one and handed
 * over by the second; many are handed over in batches.
 */
export function SaveInBatches({ wanted: { images, size }, onSaved }: Props) {
  const [stage, setStage] = useState<Stage>({ name: 'choosing' })
  const [saved, setSaved] = useState(0)
  const [failure, setFailure] = useState('')
  const [leaving] = useState(() => new AbortController())
  useEffect(() => () => leaving.abort(), [leaving])
  const total = images.length

  const prepare = async (first: number) => {
    setFailure('')
    setStage({ name: 'fetching', done: first })
    try {
      const onProgress = (done: number) => setStage({ name: 'fetching', done: first + done })
      const batch = images.slice(first, first + batchSize)
      setStage({ name: 'ready', files: await fetchFiles(batch, { size, signal: leaving.signal, onProgress }) })
    } catch {
      setStage({ name: 'choosing' })
      setFailure('Failed to fetch images. Please try again.')
    }
  }

  const handOver = async (files: File[]) => {
    const outcome = await saveToPhotos(files)
    if (outcome === 'left') return
    if (outcome !== 'saved') return setFailure('These pictures could not be handed over. Download the ZIP instead.')
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
            ? `Your phone takes ${batchSize} pictures at a time: you save them in ${Math.ceil(total / batchSize)} steps.`
            : `${saved} of ${total} are saved.`}
        </p>
      )}
      {stage.name === 'fetching' && (
        <div className="grid gap-2" role="status">
          <p className="text-ink-2">
            Fetching {Math.min(stage.done + 1, total)} of {total}
          </p>
          <Progress label="Fetching pictures" value={stage.done} max={total} />
        </div>
      )}
      {stage.name === 'ready' ? (
        // Anew for each batch, so that the focus comes to it.
        <Button key={saved} kind="primary" icon={Images} autoFocus onClick={() => handOver(stage.files)}>
          {total > batchSize
            ? `Save pictures ${saved + 1} to ${saved + stage.files.length}`
            : `Save ${count(total, 'picture')}`}
        </Button>
      ) : (
        <Button
          kind="primary"
          icon={Images}
          busy={stage.name === 'fetching' && 'Fetching'}
          disabled={total === 0}
          onClick={() => prepare(saved)}
        >
          Save to photos
        </Button>
      )}
    </>
  )
}
