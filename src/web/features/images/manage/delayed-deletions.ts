import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { thrownMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify, offerUndo, undoMs } from '#web/lib/notify.ts'
import { Topics } from '../upload/topics.ts'
import { changeAll } from './bulk-changes.ts'
import { changeLink, changeUsage, refresh, withoutImages } from './link-cache.ts'

export type Deletion = { readonly linkId: string; readonly ids: readonly string[] }

type Dependencies = {
  waitMs: number
  /** Rejects if nothing was deleted. If `isLeaving` is true, the page is closing, so the request must outlive it. */
  carryOut: (deletion: Deletion, isLeaving: boolean) => Promise<unknown>
  /** Shows an undo toast. Returns a function that dismisses it. */
  offerUndo: (deletion: Deletion, undo: () => void) => () => void
  onFailure: (error: unknown) => void
}

const topic = 'hidden'

/**
 * For deletions that are final: hides images immediately, but deletes them only when the undo period ends or the user
 * leaves.
 */
export class DelayedDeletions {
  #waiting = new Map<Deletion, () => void>()
  #hidden: ReadonlySet<string> = new Set()
  #topics = new Topics()
  #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  subscribe = (listener: () => void) => this.#topics.subscribe(topic, listener)

  hidden = () => this.#hidden

  hold(deletion: Deletion) {
    const timer = setTimeout(() => void this.#carryOut(deletion), this.#dependencies.waitMs)
    const withdrawOffer = this.#dependencies.offerUndo(deletion, () => this.#undo(deletion))
    this.#waiting.set(deletion, () => {
      clearTimeout(timer)
      withdrawOffer()
    })
    this.#hide(new Set([...this.#hidden, ...deletion.ids]))
  }

  /** Call this when the user leaves the page, because they can't undo anything after that. */
  carryOutAll = async (isLeaving = false) => {
    await Promise.all([...this.#waiting.keys()].map((deletion) => this.#carryOut(deletion, isLeaving)))
  }

  #undo(deletion: Deletion) {
    if (this.#stopWaiting(deletion)) this.#show(deletion)
  }

  async #carryOut(deletion: Deletion, isLeaving = false) {
    if (!this.#stopWaiting(deletion)) return
    try {
      await this.#dependencies.carryOut(deletion, isLeaving)
    } catch (error) {
      this.#dependencies.onFailure(error)
    }
    this.#show(deletion)
  }

  #stopWaiting(deletion: Deletion) {
    this.#waiting.get(deletion)?.()
    return this.#waiting.delete(deletion)
  }

  #show({ ids }: Deletion) {
    const shown = new Set(ids)
    this.#hide(new Set([...this.#hidden].filter((id) => !shown.has(id))))
  }

  #hide(hidden: ReadonlySet<string>) {
    this.#hidden = hidden
    this.#topics.notify(topic)
  }
}

let deletions: DelayedDeletions | undefined

function createDeletions(client: QueryClient) {
  return new DelayedDeletions({
    waitMs: undoMs,
    offerUndo: ({ ids }, undo) => offerUndo(`${count(ids.length, 'image')} deleted`, undo),
    carryOut: async ({ linkId, ids }, keepalive) => {
      try {
        await changeAll({ action: 'delete' }, ids, { keepalive })
        changeLink(client, linkId, (link) => withoutImages(link, new Set(ids)))
        changeUsage(client, -ids.length)
      } finally {
        void refresh(client, linkId)
      }
    },
    onFailure: (error) => void notify('error', thrownMessage(error, 'Failed to delete image. Please try again.')),
  })
}

function deletionsOf(client: QueryClient) {
  deletions ??= createDeletions(client)
  return deletions
}

/** Runs all pending deletions on unmount and when the user leaves the page. */
export function useDeletions() {
  const client = useQueryClient()
  const held = deletionsOf(client)
  useEffect(() => {
    const onPageHide = () => void held.carryOutAll(true)
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      void held.carryOutAll()
    }
  }, [held])
  return { hidden: useSyncExternalStore(held.subscribe, held.hidden), hold: held.hold.bind(held) }
}
