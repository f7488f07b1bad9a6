type Listener = () => void

export class Topics {
  #listeners = new Map<string, Set<Listener>>()

  subscribe(topic: string, listener: Listener) {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic)
    }
  }

  notify(topic: string) {
    for (const listener of this.#listeners.get(topic) ?? []) listener()
  }
}
