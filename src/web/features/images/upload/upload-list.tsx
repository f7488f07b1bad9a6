import { useEffect, useRef } from 'react'
import { isUnfinished, type Upload } from './upload.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploadQueue } from './uploads.ts'
import { useUploadTotal } from './use-uploads.ts'

type Props = { linkId: string; ids: readonly string[]; onEdit: (upload: Upload) => void }

/** A row for each file. What is under way stays in sight, unless somebody is busy in the list. */
export function UploadList({ linkId, ids, onEdit }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const queue = useUploadQueue()
  useUploadTotal(linkId)
  const first = ids.findIndex((id) => {
    const upload = queue.find(id)
    return upload !== undefined && isUnfinished(upload)
  })
  useEffect(() => {
    const element = list.current
    const row = element?.children[first]
    if (!element || !(row instanceof HTMLElement) || element.matches(':hover, :focus-within')) return
    element.scrollTop = row.offsetTop - element.offsetTop
  }, [first])
  return (
    <ul ref={list} className="upload-rows">
      {ids.map((id) => (
        <UploadRow key={id} id={id} onEdit={onEdit} />
      ))}
    </ul>
  )
}
