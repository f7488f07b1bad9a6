/** This is long enough to smooth over a slow second, and short enough to notice a network change. */
const windowMs = 10_000
const minMs = 1000

export class UploadSpeed {
  #samples: { at: number; bytes: number }[] = []

  add(at: number, bytes: number) {
    if (bytes <= 0) return
    this.#samples.push({ at, bytes })
    this.#samples = this.#samples.filter((sample) => sample.at >= at - windowMs)
  }

  secondsFor(bytes: number) {
    const [first] = this.#samples
    const last = this.#samples.at(-1)
    if (!first || !last || last.at - first.at < minMs) return undefined
    const sent = this.#samples.reduce((sum, sample) => sum + sample.bytes, 0) - first.bytes
    return (bytes / sent) * ((last.at - first.at) / 1000)
  }

  /** Call this after a pause, so the pause doesn't count as slow progress. */
  reset() {
    this.#samples = []
  }
}
