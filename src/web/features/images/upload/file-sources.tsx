import { type Ref, useEffect, useRef, useState } from 'react'
import { count as countOf } from '#web/lib/formats.ts'

type Props = { ref: Ref<HTMLInputElement>; label: string; onFiles: (files: File[]) => void }

export const FilePicker = ({ ref, label, onFiles }: Props) => (
  <input
    ref={ref}
    type="file"
    multiple
    hidden
    aria-label={label}
    accept="image/*,.heic,.heif"
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      // Reset the input, or choosing the same file again wouldn't fire a change event.
      target.value = ''
    }}
  />
)

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

export function useDraggedFiles() {
  const [count, setCount] = useState<number>()
  useEffect(() => {
    const onEnter = (event: DragEvent) => hasFiles(event) && setCount(event.dataTransfer?.items.length ?? 0)
    // Without this, a file dropped outside a drop target would replace the page.
    const keepPage = (event: DragEvent) => hasFiles(event) && event.preventDefault()
    window.addEventListener('dragenter', onEnter)
    window.addEventListener('dragover', keepPage)
    window.addEventListener('drop', keepPage)
    return () => {
      window.removeEventListener('dragenter', onEnter)
      window.removeEventListener('dragover', keepPage)
      window.removeEventListener('drop', keepPage)
    }
  }, [])
  return { isDragged: count !== undefined, count: count ?? 0, end: () => setCount(undefined) }
}

/** Mentions only counts above 1: a single item can be a whole folder, and some browsers don't report a count. */
export const dropText = (count: number, noun: 'image' | 'photo') =>
  count > 1 ? `Drop to create a gallery with ${countOf(count, noun)}` : 'Drop to create a gallery'

export function usePastedFiles(onFiles: (files: File[]) => void) {
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current(files)
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [])
}
