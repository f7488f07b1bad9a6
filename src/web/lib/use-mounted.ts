import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while a page is rendered on the server and hydrated, true from then on: for what only a browser can know. */
export const useMounted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
