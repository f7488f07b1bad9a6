import { useEffect, useRef } from 'react'
import { SkippedList } from './skipped-list.tsx'
import { isSkipped, isUnfinished, type Upload } from './upload.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploadQueue } from './uploads.ts'
import { useUploadTotal } from './use-uploads.ts'

type Props = { linkId: string; ids: readonly string[] }

export function UploadList({ linkId, ids }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const queue = useUploadQueue()
  useUploadTotal(linkId)
  const is = (kind: (upload: Upload) => boolean) => (id: string) => {
    const upload = queue.find(id)
    return upload !== undefined && kind(upload)
  }
  const others = ids.filter(is((upload) => !isSkipped(upload)))
  const first = others.findIndex(is(isUnfinished))

  // Scroll to the first unfinished upload, unless the list has the pointer over it or the focus in it.
  useEffect(() => {
    const element = list.current
    const row = element?.children[first]
    if (!element || !(row instanceof HTMLElement) || element.matches(':hover, :focus-within')) return
    element.scrollTop = row.offsetTop - element.offsetTop
  }, [first])
  return (
    <>
      <SkippedList linkId={linkId} ids={ids} />
      {others.length > 0 && (
        <ul ref={list} aria-label="Files" className="upload-rows">
          {others.map((id) => (
            <UploadRow key={id} id={id} />
          ))}
        </ul>
      )}
    </>
  )
}
