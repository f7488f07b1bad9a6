/** Long enough that one slow second does not frighten, short enough to notice another network. */
const windowMs = 10_000
const leastMs = 1000

/** How fast bytes have gone lately, over all uploads together. */
export class UploadSpeed {
  #gone: { at: number; bytes: number }[] = []

  add(at: number, bytes: number) {
    if (bytes <= 0) return
    this.#gone.push({ at, bytes })
    this.#gone = this.#gone.filter((sample) => sample.at >= at - windowMs)
  }

  /** Undefined while too little is known to say anything. */
  secondsFor(bytes: number) {
    const [first] = this.#gone
    const last = this.#gone.at(-1)
    if (!first || !last || last.at - first.at < leastMs) return undefined
    const gone = this.#gone.reduce((sum, sample) => sum + sample.bytes, 0) - first.bytes
    return (bytes / gone) * ((last.at - first.at) / 1000)
  }

  /** After a pause the old figures say nothing about what comes. */
  forget() {
    this.#gone = []
  }
}
