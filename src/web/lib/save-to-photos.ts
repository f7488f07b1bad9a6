import type { Image } from '#shared/images.ts'
import type { DownloadSize } from '#shared/media.ts'
import { downloadUrlOf, savedName, urlOfSize } from './download-url.ts'

/** The share sheet takes files that are in memory: no more than so many at once. */
export const batchSize = 20

/** Whether this device can put these pictures among its photographs through its share sheet. */
export function canSaveToPhotos(images: readonly Image[]) {
  if (images.some(({ url }) => url === null)) return false
  const sample = new File([], 'picture.jpg', { type: 'image/jpeg' })
  return window.matchMedia('(pointer: coarse)').matches && (navigator.canShare?.({ files: [sample] }) ?? false)
}

type Options = { size: DownloadSize; signal: AbortSignal; onProgress?: (done: number) => void }

/** The pictures in that size, one after the other. */
export async function fetchFiles(images: readonly Image[], { size, signal, onProgress }: Options) {
  const files: File[] = []
  for (const image of images) {
    const url = urlOfSize(image, size) ?? ''
    const response = await fetch(downloadUrlOf(url), { signal })
    if (!response.ok) throw new Error(`A picture was answered with ${response.status}`)
    const bytes = await response.blob()
    files.push(new File([bytes], savedName(image, url), { type: bytes.type }))
    onProgress?.(files.length)
  }
  return files
}

/** Opens the share sheet with them. Whoever closes it again has changed their mind; that is no failure. */
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
