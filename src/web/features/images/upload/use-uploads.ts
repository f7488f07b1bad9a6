import { useCallback, useSyncExternalStore } from 'react'
import { useUploadQueue } from './uploads.ts'

export function useTopic<T>(topic: string, read: () => T) {
  const queue = useUploadQueue()
  const subscribe = useCallback((listener: () => void) => queue.subscribe(topic, listener), [queue, topic])
  return useSyncExternalStore(subscribe, read)
}

export function useUploadIds(linkId: string) {
  const queue = useUploadQueue()
  return useTopic(linkId, () => queue.idsOf(linkId))
}

export function useUploadTotal(linkId: string) {
  const queue = useUploadQueue()
  return useTopic(linkId, () => queue.totalOf(linkId))
}

export function useUpload(id: string) {
  const queue = useUploadQueue()
  return useTopic(id, () => queue.find(id))
}
