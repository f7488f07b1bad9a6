import { Copy, RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { copyText } from '#web/lib/copy-link.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { isSkipped, isUnfinished, skippedText, type Upload } from './upload.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploadQueue, useUploadTotal } from './uploads.ts'

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
  // The notice above counts them, so they don't have to come before the files that are being sent.
  const leftOut = ids.filter(is((upload) => upload.isLeftOut === true))
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
      <SkippedList linkId={linkId} ids={ids.filter(is((upload) => !upload.isLeftOut))} />
      {others.length > 0 && (
        <ul ref={list} aria-label="Files" className="upload-rows">
          {others.map((id) => (
            <UploadRow key={id} id={id} />
          ))}
        </ul>
      )}
      {leftOut.length > 0 && (
        <ul aria-label="Files that wait for room on your plan" className="upload-rows">
          {leftOut.map((id) => (
            <UploadRow key={id} id={id} />
          ))}
        </ul>
      )}
    </>
  )
}

export function SkippedList({ linkId, ids }: Props) {
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

export function ListActions({ linkId, ids }: Props) {
  const queue = useUploadQueue()
  const { left, refused, duplicates, failed } = useUploadTotal(linkId)
  const retryable = ids.filter((id) => queue.find(id)?.state === 'failed' && !queue.find(id)?.isLeftOut)
  const retryAll = () => {
    for (const id of retryable) queue.retry(id)
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
      {left === 0 && retryable.length > 0 && (
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
