import { useEffect, useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
const leave = () => void document.exitFullscreen().catch(() => {})

// The page and not the viewer alone, so that dialogs and toasts are seen as well.
const toggle = () => {
  if (document.fullscreenElement) leave()
  else void document.documentElement.requestFullscreen().catch(() => {})
}

/** The whole screen without the browser's own bars, where it allows that (iPhones do not). It ends with what asked for it. */
export function useFullScreen() {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  useEffect(
    () => () => {
      if (document.fullscreenElement) leave()
    },
    [],
  )
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined }
}
