import { useSyncExternalStore } from 'react'

/** The app shell reads this flag, so it doesn't have to load the upload code. */
let isUploading = false
const changed = new EventTarget()

export function setUploading(isBusy: boolean) {
  isUploading = isBusy
  changed.dispatchEvent(new Event('change'))
}

const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

export const useUploading = () =>
  useSyncExternalStore(
    subscribe,
    () => isUploading,
    () => false,
  )
