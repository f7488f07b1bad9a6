import { isSkipped } from './upload.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploadQueue } from './uploads.ts'
import { useUploadTotal } from './use-uploads.ts'

/** A row for each file that was not uploaded; they stay until they are removed. */
export function SkippedList({ linkId, ids }: { linkId: string; ids: readonly string[] }) {
  const queue = useUploadQueue()
  useUploadTotal(linkId)
  const leftOut = ids.filter((id) => {
    const upload = queue.find(id)
    return upload !== undefined && isSkipped(upload)
  })
  if (leftOut.length === 0) return null
  return (
    <ul aria-label="Files that were not uploaded" className="upload-rows">
      {leftOut.map((id) => (
        <UploadRow key={id} id={id} />
      ))}
    </ul>
  )
}
