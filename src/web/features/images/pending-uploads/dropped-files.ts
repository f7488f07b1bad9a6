import { useSyncExternalStore } from 'react'

/** Files dropped on the home page. This tab keeps them in memory until they're uploaded or discarded (record 0030). */
export type DroppedFiles = {
  readonly files: readonly File[]
  /** The title the visitor entered, or an empty string if they kept the suggested one. */
  readonly title: string
  /** Whether the dashboard should create a gallery from these files. */
  readonly isWanted: boolean
}

let held: DroppedFiles | undefined
const changed = new EventTarget()
const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

function set(next: DroppedFiles | undefined) {
  held = next
  // A reload would lose the files.
  if (next) window.addEventListener('beforeunload', warnBeforeLeaving)
  else window.removeEventListener('beforeunload', warnBeforeLeaving)
  changed.dispatchEvent(new Event('change'))
}

export const holdFiles = (files: readonly File[], { isWanted }: { isWanted: boolean }) =>
  set({ files, title: '', isWanted })

export const updateDropped = (changes: Partial<DroppedFiles>) => held && set({ ...held, ...changes })

export const discardDropped = () => set(undefined)

export const filesToUpload = () => (held?.isWanted ? held : undefined)

const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

export const useDroppedFiles = () => useSyncExternalStore(subscribe, () => held)
