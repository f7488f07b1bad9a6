import { LeftOutList } from '../upload/left-out-list.tsx'
import { ListActs } from '../upload/list-acts.tsx'
import { useUploadIds, useUploadTotal } from '../upload/use-uploads.ts'
import '../manage/manage-images.css'

export const leftOutId = 'not-uploaded'

/** What was dropped and is not on the wall, and why; nothing where all went well. */
export function LeftOutPictures({ linkId }: { linkId: string }) {
  const ids = useUploadIds(linkId)
  const { refused, duplicates, failed } = useUploadTotal(linkId)
  if (refused + duplicates + failed === 0) return null
  return (
    <section
      id={leftOutId}
      aria-label="Not uploaded"
      className="mt-6 grid gap-4 rounded-card border border-line bg-surface p-6"
    >
      <LeftOutList linkId={linkId} ids={ids} />
      <ListActs linkId={linkId} ids={ids} />
    </section>
  )
}
