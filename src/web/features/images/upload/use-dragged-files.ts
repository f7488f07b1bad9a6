import { useEffect, useState } from 'react'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Whether files are being dragged across this page. */
export function useDraggedFiles() {
  const [isDragged, setIsDragged] = useState(false)
  useEffect(() => {
    const onEnter = (event: DragEvent) => hasFiles(event) && setIsDragged(true)
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
  return { isDragged, end: () => setIsDragged(false) }
}
