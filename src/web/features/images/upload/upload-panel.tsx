import { FileLimit } from '#web/lib/use-file-limit.ts'
import { Button } from '#web/ui/button.tsx'
import { ListActions } from './list-actions.tsx'
import { useListing } from './listed-links.ts'
import { UploadList } from './upload-list.tsx'
import { UploadSummary } from './upload-summary.tsx'
import type { FileIntake } from './use-file-intake.ts'
import { useUploadIds } from './use-uploads.ts'

type Props = {
  linkId: string
  intake: FileIntake
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
