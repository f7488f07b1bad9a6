import { Copy, RotateCw } from 'lucide-react'
import { copyText } from '#web/lib/copy-link.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { leftOutText } from './left-out-text.ts'
import { useListing } from './listed-links.ts'
import { UploadList } from './upload-list.tsx'
import { UploadSummary } from './upload-summary.tsx'
import { useUploadQueue } from './uploads.ts'
import type { FileIntake } from './use-file-intake.ts'
import { useUploadIds, useUploadTotal } from './use-uploads.ts'

type Props = {
  linkId: string
  intake: FileIntake
  /** Whether choosing files is the one loud thing of the page. */
  isLoud?: boolean
}

/** Everything that is being uploaded to a link, and where more is dropped. */
export function UploadPanel({ linkId, intake: { isFull, limitSentence, choose }, isLoud = false }: Props) {
  const ids = useUploadIds(linkId)
  useListing(linkId)
  return (
    <section aria-label="Uploads" className="grid gap-4 rounded-card border border-line bg-surface p-6">
      {ids.length > 0 && (
        <>
          <UploadSummary linkId={linkId} />
          <UploadList linkId={linkId} ids={ids} />
          <ListActs linkId={linkId} ids={ids} />
        </>
      )}
      <div className="grid justify-items-center gap-3 rounded-card border-[1.5px] border-line-control border-dashed px-5 py-7 text-center text-ui">
        {isFull ? (
          <p className="text-ink-2">{limitSentence}</p>
        ) : (
          <p>
            <b className="block font-medium pointer-coarse:hidden">Drop {ids.length > 0 && 'more '}pictures here</b>
            <span className="text-ink-2 pointer-coarse:hidden">or paste them, or</span>
            <b className="hidden font-medium pointer-coarse:block">Add {ids.length > 0 && 'more '}pictures</b>
          </p>
        )}
        <Button kind={isLoud ? 'primary' : 'plain'} onClick={choose} disabled={isFull}>
          Choose files
        </Button>
        <p className="text-caption text-ink-3">JPEG, PNG, GIF, WebP, AVIF or HEIC, up to 10MB each</p>
      </div>
    </section>
  )
}

/** What can be done with the list: what was left out is taken along as text at any time, the rest is for when nothing is under way. */
function ListActs({ linkId, ids }: { linkId: string; ids: readonly string[] }) {
  const queue = useUploadQueue()
  const { left, refused, duplicates, failed } = useUploadTotal(linkId)
  const retryAll = () => {
    for (const id of ids) if (queue.find(id)?.state === 'failed') queue.retry(id)
  }
  const copy = async () => {
    const text = leftOutText(ids.flatMap((id) => queue.find(id) ?? []))
    if (await copyText(text)) void notify('success', 'Copied to clipboard!')
  }
  const isAnyLeftOut = refused + duplicates + failed > 0
  if (left > 0 && !isAnyLeftOut) return null
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {isAnyLeftOut && (
        <Button kind="ghost" icon={Copy} onClick={copy}>
          Copy as text
        </Button>
      )}
      {left === 0 && failed > 0 && (
        <Button icon={RotateCw} onClick={retryAll}>
          Try again
        </Button>
      )}
      {left === 0 && (
        <Button kind="ghost" onClick={() => queue.remove(ids)}>
          Clear list
        </Button>
      )}
    </div>
  )
}
