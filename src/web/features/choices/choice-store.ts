import type { ImageChoice } from '#shared/choice-forms.ts'
import type { OwnChoice } from '#shared/choices.ts'

/** A change the server hasn't confirmed yet. */
type Wanted = ImageChoice

export type ChoiceView = OwnChoice & {
  /** True if changes are still unsent after a temporary error. */
  isBehind: boolean
}

type Ports = {
  limit: number | null
  read: () => Promise<OwnChoice>
  put: (imageId: string, wanted: Wanted) => Promise<OwnChoice>
  /** Stores unsent changes on this device, so they survive a reload. */
  kept: { read: () => string | null; write: (text: string | null) => void }
  /** Resolves when it's time to retry. */
  pause: (failures: number) => Promise<void>
  /** Whether the error is temporary, so a retry can succeed. */
  isPassing: (error: unknown) => boolean
  onRefused: (error: unknown) => void
}

/**
 * Stores a visitor's favorites with optimistic updates, and retries after temporary errors. Changes are sent one at a
 * time, because the first one can create the pass that the others need.
 */
export function createChoiceStore({ limit, read, put, kept, pause, isPassing, onRefused }: Ports) {
  const nothing = { imageIds: [], notes: {}, limit, state: 'open', sentAt: null, askedAt: null, name: '' } as const
  let confirmed: OwnChoice = { ...nothing, imageIds: [] }
  const pending = new Map<string, Wanted>(readKept(kept.read()))
  let isSending = false
  let isBehind = false
  let view = toView()
  const listeners = new Set<() => void>()

  function toView(): ChoiceView {
    const ids = new Set(confirmed.imageIds)
    const notes = { ...confirmed.notes }
    for (const [id, { chosen, note }] of pending) {
      if (chosen) ids.add(id)
      else ids.delete(id)
      if (note) notes[id] = note
      if (!chosen || note === '') delete notes[id]
    }
    return { ...confirmed, imageIds: [...ids], notes, isBehind }
  }

  function publish() {
    kept.write(pending.size === 0 ? null : JSON.stringify([...pending]))
    view = toView()
    for (const listener of listeners) listener()
  }

  async function refresh() {
    confirmed = await read()
    publish()
  }

  async function send() {
    if (isSending) return
    isSending = true
    for (let failures = 0; pending.size > 0; ) {
      const [id, wanted] = pending.entries().next().value as [string, Wanted]
      try {
        confirmed = await put(id, wanted)
        forget(id, wanted)
        failures = 0
        isBehind = false
      } catch (error) {
        isBehind = isPassing(error)
        if (isBehind) {
          publish()
          await pause(failures++)
        } else {
          forget(id, wanted)
          onRefused(error)
          await refresh().catch(() => {})
        }
      }
      publish()
    }
    isSending = false
  }

  /** Keeps the entry if it changed again while this change was being sent. */
  function forget(id: string, wanted: Wanted) {
    if (pending.get(id) === wanted) pending.delete(id)
  }

  const isFull = () => view.limit !== null && view.imageIds.length >= view.limit

  return {
    get: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isFull,
    refresh,
    /** Sends unsent changes, such as those from an earlier visit. */
    send: () => void send(),
    /** Returns false if the favorites were already sent or a new one would exceed the limit. */
    set(id: string, wanted: Wanted) {
      if (view.state === 'sent') return false
      if (wanted.chosen && !view.imageIds.includes(id) && isFull()) return false
      const before = wanted.chosen ? pending.get(id) : undefined
      pending.set(id, { ...(before?.chosen && before), ...wanted })
      publish()
      void send()
      return true
    },
    /** Resolves to true when no changes are pending, or to false after a temporary error. */
    settle: () =>
      new Promise<boolean>((resolve) => {
        const look = () => {
          if (pending.size > 0 && !isBehind) return
          listeners.delete(look)
          resolve(pending.size === 0)
        }
        listeners.add(look)
        look()
      }),
  }
}
export type ChoiceStore = ReturnType<typeof createChoiceStore>

function readKept(text: string | null): [string, Wanted][] {
  try {
    const read: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}
