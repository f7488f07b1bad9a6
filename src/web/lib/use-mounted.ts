import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Returns false on the server and during hydration, then true. Use it for values that only the browser has. */
export const useMounted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
