import { Progress } from '#web/ui/meter.tsx'
import { announcementOf, headingOf, progressText } from './upload-total.ts'
import { useUploadTotal } from './use-uploads.ts'

export function UploadSummary({ linkId }: { linkId: string }) {
  const total = useUploadTotal(linkId)
  const percent = total.bytes > 0 ? Math.floor((total.sentBytes / total.bytes) * 100) : 100
  return (
    <div className="grid gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-subhead">{headingOf(total)}</h2>
        {total.left > 0 && <span className="text-ink-2 text-ui tabular-nums">{percent}%</span>}
      </div>
      {total.left > 0 && (
        <div className="grid gap-2">
          <Progress label="All uploads" value={total.sentBytes} max={total.bytes} />
          <p className="text-caption text-ink-3 tabular-nums">{progressText(total)}</p>
        </div>
      )}
      <p role="status" className="sr-only">
        {announcementOf(total)}
      </p>
    </div>
  )
}
