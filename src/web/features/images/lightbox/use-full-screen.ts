import { useEffect, useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
const exit = () => void document.exitFullscreen().catch(() => {})

// Use the whole page instead of just the viewer, so dialogs and toasts stay visible.
const toggle = () => {
  if (document.fullscreenElement) exit()
  else void document.documentElement.requestFullscreen().catch(() => {})
}

/** `toggle` is undefined if the browser doesn't support full screen (iPhones). Exits full screen on unmount. */
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
