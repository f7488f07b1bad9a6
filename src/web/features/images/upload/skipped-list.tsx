import { isSkipped } from './upload.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploadQueue } from './uploads.ts'
import { useUploadTotal } from './use-uploads.ts'

export function SkippedList({ linkId, ids }: { linkId: string; ids: readonly string[] }) {
  const queue = useUploadQueue()
  useUploadTotal(linkId)
  const skipped = ids.filter((id) => {
    const upload = queue.find(id)
    return upload !== undefined && isSkipped(upload)
  })
  if (skipped.length === 0) return null
  return (
    <ul aria-label="Files that weren't uploaded" className="upload-rows">
      {skipped.map((id) => (
        <UploadRow key={id} id={id} />
      ))}
    </ul>
  )
}
