import { useSyncExternalStore } from 'react'

/** Pictures that somebody dropped on the home page. They stay in this tab's memory until they are kept or let go. */
export type DroppedPictures = {
  readonly files: readonly File[]
  /** What they wrote over the name that we gave; empty where they left it. */
  readonly title: string
  /** Whether the dashboard makes a gallery of them. */
  readonly isWanted: boolean
}

let held: DroppedPictures | undefined
const changed = new EventTarget()
const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

function become(next: DroppedPictures | undefined) {
  held = next
  // A reload would lose them.
  if (next) window.addEventListener('beforeunload', warnBeforeLeaving)
  else window.removeEventListener('beforeunload', warnBeforeLeaving)
  changed.dispatchEvent(new Event('change'))
}

export const holdPictures = (files: readonly File[], { isWanted }: { isWanted: boolean }) =>
  become({ files, title: '', isWanted })

export const changeHeld = (changes: Partial<DroppedPictures>) => held && become({ ...held, ...changes })

export const letGoOfPictures = () => become(undefined)

/** What the dashboard is to begin with. */
export const wantedPictures = () => (held?.isWanted ? held : undefined)

const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

export const useHeldPictures = () => useSyncExternalStore(subscribe, () => held)
