import { Copy, RotateCw } from 'lucide-react'
import { copyText } from '#web/lib/copy-link.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { skippedText } from './skipped-text.ts'
import { useUploadQueue } from './uploads.ts'
import { useUploadTotal } from './use-uploads.ts'

export function ListActions({ linkId, ids }: { linkId: string; ids: readonly string[] }) {
  const queue = useUploadQueue()
  const { left, refused, duplicates, failed } = useUploadTotal(linkId)
  const retryAll = () => {
    for (const id of ids) if (queue.find(id)?.state === 'failed') queue.retry(id)
  }
  const copy = async () => {
    const text = skippedText(ids.flatMap((id) => queue.find(id) ?? []))
    if (await copyText(text)) void notify('success', 'Copied to clipboard')
  }
  const hasSkipped = refused + duplicates + failed > 0
  if (left > 0 && !hasSkipped) return null
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {hasSkipped && (
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
