import { FileLimit } from '#web/lib/use-file-limit.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/meter.tsx'
import { FileIntake } from './file-intake.tsx'
import { useListing } from './listed-links.ts'
import { ListActions, UploadList } from './upload-list.tsx'
import { announcementOf, headingOf, progressText } from './upload-total.ts'
import { useUploadIds, useUploadTotal } from './uploads.ts'
import { type LinkIntake, useFileIntake } from './use-file-intake.ts'
import '../manage/manage-images.css'

type Props = {
  linkId: string
  intake: LinkIntake
  /** True if "Choose files" is the page's primary button. */
  isLoud?: boolean
}

export function UploadPanel({ linkId, intake: { isFull, limitSentence, choose }, isLoud = false }: Props) {
  const ids = useUploadIds(linkId)
  useListing(linkId)
  return (
    <section aria-label="Uploads" className="grid gap-4 rounded-card border border-line bg-surface p-6">
      {ids.length > 0 && (
        <>
          <UploadSummary linkId={linkId} />
          <UploadList linkId={linkId} ids={ids} />
          <ListActions linkId={linkId} ids={ids} />
        </>
      )}
      <div className="grid justify-items-center gap-3 rounded-card border-[1.5px] border-line-control border-dashed px-5 py-7 text-center text-ui">
        {isFull ? (
          <p className="text-ink-2">{limitSentence}</p>
        ) : (
          <p>
            <b className="block font-medium pointer-coarse:hidden">Drop {ids.length > 0 && 'more '}images here</b>
            <span className="text-ink-2 pointer-coarse:hidden">or paste them, or</span>
            <b className="hidden font-medium pointer-coarse:block">Add {ids.length > 0 && 'more '}images</b>
          </p>
        )}
        <Button kind={isLoud ? 'primary' : 'plain'} onClick={choose} disabled={isFull}>
          Choose files
        </Button>
        <p className="text-balance text-caption text-ink-3">
          JPEG, PNG, GIF, WebP, AVIF or HEIC, up to <FileLimit /> MB each
        </p>
      </div>
    </section>
  )
}

function UploadSummary({ linkId }: { linkId: string }) {
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

export function AddImages({ linkId }: { linkId: string }) {
  const intake = useFileIntake(linkId)
  return (
    <>
      <FileIntake intake={intake} />
      <UploadPanel linkId={linkId} intake={intake} isLoud />
    </>
  )
}
