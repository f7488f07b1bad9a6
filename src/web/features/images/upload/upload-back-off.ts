const firstMs = 1000
const longestMs = 30_000

/** The time between two attempts: longer each time that nothing has come of the last one. */
export class UploadBackOff {
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempts = 0
  #onEnd: () => void

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  get isOn() {
    return this.#timer !== undefined
  }

  /** Several uploads that are interrupted together make one pause. `waitMs`: how long the server itself asked for. */
  begin(waitMs: number | undefined) {
    if (this.isOn) return
    const usualMs = Math.min(longestMs, firstMs * 2 ** this.#attempts)
    this.#attempts += 1
    this.#timer = setTimeout(() => this.end(), waitMs ?? usualMs)
  }

  end() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#onEnd()
  }

  /** Something has gone well: the next interruption is the first again. */
  forget() {
    this.#attempts = 0
  }
}
