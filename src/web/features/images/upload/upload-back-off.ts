const firstMs = 1000
const longestMs = 30_000

/** Exponential backoff shared by all uploads. */
export class UploadBackOff {
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempts = 0
  #isHeld = false
  #onEnd: () => void

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  get isOn() {
    return this.#isHeld || this.#timer !== undefined
  }

  /** Uploads interrupted at the same time share one pause. `waitMs` is the server's Retry-After. */
  begin(waitMs: number | undefined) {
    if (this.isOn) return
    const usualMs = Math.min(longestMs, firstMs * 2 ** this.#attempts)
    this.#attempts += 1
    this.#timer = setTimeout(() => this.end(), waitMs ?? usualMs)
  }

  /** Starts a pause that only `release` ends. Returns false if there's one already. */
  hold() {
    const isNew = !this.#isHeld
    this.#isHeld = true
    return isNew
  }

  release() {
    if (this.#isHeld) this.#resume()
  }

  end() {
    if (this.isOn && !this.#isHeld) this.#resume()
  }

  #resume() {
    this.#isHeld = false
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#onEnd()
  }

  /** Call this after a successful upload. */
  reset() {
    this.#attempts = 0
  }
}
