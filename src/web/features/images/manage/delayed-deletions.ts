import { Topics } from '../upload/topics.ts'

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

/** Hides images immediately, but deletes them only when the undo period ends or the user leaves. */
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
