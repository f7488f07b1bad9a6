import { useSyncExternalStore } from 'react'

const wish = () => window.matchMedia('(prefers-reduced-motion: reduce)')

const subscribe = (listener: () => void) => {
  const query = wish()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether this person asks for reduced motion; the server cannot know. */
export const useReducedMotion = () =>
  useSyncExternalStore(
    subscribe,
    () => wish().matches,
    () => false,
  )
