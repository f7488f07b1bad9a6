import { useEffect, useState } from 'react'

/** Keep this low, because resizing a 24-megapixel photo takes 96 MB of memory. */
const maxConcurrent = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>) {
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** Returns an object URL of a resized copy, or undefined if aborted or if the browser can't decode the file. */
const makeLocalPreview = (file: File, maxWidth: number, signal: AbortSignal) =>
  inTurn(async () => {
    if (signal.aborted) return undefined
    const bitmap = await createImageBitmap(file, { resizeWidth: maxWidth, resizeQuality: 'medium' }).catch(
      () => undefined,
    )
    if (!bitmap) return undefined
    // Browsers without resize support return the full-size bitmap.
    const scale = Math.min(1, maxWidth / bitmap.width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8))
    return blob && !signal.aborted ? URL.createObjectURL(blob) : undefined
  })

type Local = { state: 'made'; source: string } | { state: 'making' } | { state: 'impossible' }

/** If `isWanted` becomes false, an existing preview stays, but no new one is made. */
export function useLocalPreview(file: File | undefined, maxWidth: number, isWanted: boolean): Local {
  const [local, setLocal] = useState<Local>({ state: 'making' })
  const isMade = local.state === 'made'

  useEffect(() => {
    if (!file || !isWanted || isMade) return
    const controller = new AbortController()
    void makeLocalPreview(file, maxWidth, controller.signal).then((source) => {
      if (controller.signal.aborted) return void (source && URL.revokeObjectURL(source))
      setLocal(source ? { state: 'made', source } : { state: 'impossible' })
    })
    return () => controller.abort()
  }, [file, maxWidth, isWanted, isMade])

  useEffect(() => {
    return () => (local.state === 'made' ? URL.revokeObjectURL(local.source) : undefined)
  }, [local])
  return local
}
