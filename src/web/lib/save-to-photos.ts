import type { Image } from '#shared/images.ts'
import type { DownloadSize } from '#shared/media.ts'
import { downloadUrlOf, savedName, urlOfSize } from './download-url.ts'

/** Keep batches small, because the share sheet needs the files in memory. */
export const batchSize = 20

/** Whether the visitor may download all of these images and has a touch screen that can share files. */
export function canSaveToPhotos(images: readonly Image[]) {
  if (images.some(({ url }) => url === null)) return false
  const sample = new File([], 'picture.jpg', { type: 'image/jpeg' })
  return window.matchMedia('(pointer: coarse)').matches && (navigator.canShare?.({ files: [sample] }) ?? false)
}

type Options = { size: DownloadSize; signal: AbortSignal; onProgress?: (done: number) => void }

export async function fetchFiles(images: readonly Image[], { size, signal, onProgress }: Options) {
  const files: File[] = []
  for (const image of images) {
    const url = urlOfSize(image, size) ?? ''
    const response = await fetch(downloadUrlOf(url), { signal })
    if (!response.ok) throw new Error(`Image download failed with status ${response.status}`)
    const bytes = await response.blob()
    files.push(new File([bytes], savedName(image, url), { type: bytes.type }))
    onProgress?.(files.length)
  }
  return files
}

/** Closing the share sheet isn't a failure. `too-late` means that the browser requires another tap. */
export async function saveToPhotos(files: File[]): Promise<'saved' | 'left' | 'too-late' | 'failed'> {
  try {
    await navigator.share({ files })
    return 'saved'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'AbortError') return 'left'
    return name === 'NotAllowedError' ? 'too-late' : 'failed'
  }
}
