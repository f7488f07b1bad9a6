import { useSyncExternalStore } from 'react'

/** Pictures that somebody dropped on the home page. They stay in this tab's memory until they are kept or let go. */
export type DroppedFiles = {
  readonly files: readonly File[]
  /** What they wrote over the name that we gave; empty where they left it. */
  readonly title: string
  /** Whether the dashboard makes a gallery of them. */
  readonly isWanted: boolean
}

let held: DroppedFiles | undefined
const changed = new EventTarget()
const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

function become(next: DroppedFiles | undefined) {
  held = next
  // A reload would lose them.
  if (next) window.addEventListener('beforeunload', warnBeforeLeaving)
  else window.removeEventListener('beforeunload', warnBeforeLeaving)
  changed.dispatchEvent(new Event('change'))
}

export const holdFiles = (files: readonly File[], { isWanted }: { isWanted: boolean }) =>
  become({ files, title: '', isWanted })

export const updateDropped = (changes: Partial<DroppedFiles>) => held && become({ ...held, ...changes })

export const discardDropped = () => become(undefined)

/** What the dashboard is to begin with. */
export const filesToUpload = () => (held?.isWanted ? held : undefined)

const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

export const useDroppedFiles = () => useSyncExternalStore(subscribe, () => held)
