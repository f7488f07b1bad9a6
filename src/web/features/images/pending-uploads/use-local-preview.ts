import { useEffect, useState } from 'react'
import { makeLocalPreview } from './local-preview.ts'

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
