import { useSyncExternalStore } from 'react'

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)')

const subscribe = (listener: () => void) => {
  const query = reducedMotion()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useReducedMotion = () =>
  useSyncExternalStore(
    subscribe,
    () => reducedMotion().matches,
    () => false,
  )
