import { ListActions } from '../upload/list-actions.tsx'
import { SkippedList } from '../upload/skipped-list.tsx'
import { useUploadIds, useUploadTotal } from '../upload/use-uploads.ts'
import '../manage/manage-images.css'

export const skippedId = 'not-uploaded'

export function SkippedFiles({ linkId }: { linkId: string }) {
  const ids = useUploadIds(linkId)
  const { refused, duplicates, failed } = useUploadTotal(linkId)
  if (refused + duplicates + failed === 0) return null
  return (
    <section
      id={skippedId}
      aria-label="Not uploaded"
      className="mt-6 grid gap-4 rounded-card border border-line bg-surface p-6"
    >
      <SkippedList linkId={linkId} ids={ids} />
      <ListActions linkId={linkId} ids={ids} />
    </section>
  )
}
