import { useEffect, useState } from 'react'
import { count as countOf } from '#web/lib/formats.ts'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Whether files are being dragged across this page, and how many, as far as the browser tells. */
export function useDraggedFiles() {
  const [count, setCount] = useState<number>()
  useEffect(() => {
    const onEnter = (event: DragEvent) => hasFiles(event) && setCount(event.dataTransfer?.items.length ?? 0)
    // Dropped beside everything, a file would open in place of the page.
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

/** Said while files are held over the page. One may be a folder with any number of pictures, and some browsers do not count. */
export const dropText = (held: number) => (held > 1 ? `Let go: ${countOf(held, 'picture')}` : 'Let go')
