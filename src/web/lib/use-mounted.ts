import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, then true. For values that only the browser knows. */
export const useMounted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
