import { useEffect, useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
const exit = () => void document.exitFullscreen().catch(() => {})

// Put the whole page in full screen, not just the viewer, so dialogs and toasts are visible.
const toggle = () => {
  if (document.fullscreenElement) exit()
  else void document.documentElement.requestFullscreen().catch(() => {})
}

/** `toggle` is undefined if the browser doesn't support full screen, as on iPhones. Unmounting exits full screen. */
export function useFullScreen() {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  useEffect(
    () => () => {
      if (document.fullscreenElement) exit()
    },
    [],
  )
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined }
}
