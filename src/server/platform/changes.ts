/**
 * Tells whoever keeps answers ready which links have changed since. Other nodes are told at once where that is possible;
 * where it is not, an answer there is never older than `maxAgeMs`, so nothing stays open for longer than that.
 */
const maxAgeMs = 600

/** Early enough that it is read again in time even while the database is busy with something longer. */
const agingMs = 250

/** No reading takes longer: the database gives up before. */
const longestReadMs = 60_000

export function createChanges() {
  const changedAt = new Map<string, number>()
  let allChangedAt = 0
  let lastPruned = 0

  const prune = (now: number) => {
    if (now - lastPruned < longestReadMs) return
    lastPruned = now
    for (const [id, at] of changedAt) if (now - at > longestReadMs) changedAt.delete(id)
  }

  const note = (linkId: string) => {
    const now = performance.now()
    prune(now)
    changedAt.set(linkId, now)
  }
  const noteAll = () => {
    allChangedAt = performance.now()
  }

  let tellOthers = (_linkId: string) => {}

  const isUnchanged = (linkId: string, readAt: number) => readAt > allChangedAt && readAt > (changedAt.get(linkId) ?? 0)

  return {
    link(id: string) {
      note(id)
      tellOthers(id)
    },
    everything() {
      noteAll()
      tellOthers('')
    },
    /** What another node has said: the link that changed there, or nothing where it may be any. */
    hear: (linkId: string | undefined) => (linkId ? note(linkId) : noteAll()),
    /** Whatever changes at this node is said by this from now on. */
    sayWith(say: (linkId: string) => void) {
      tellOthers = say
    },
    /** Whether a link is still, on this node, as it was when reading began at `readAt` (by `performance.now()`). */
    isUnchanged,
    /** The same, and it was read so recently that no other node can have changed it for long. */
    isFresh: (linkId: string, readAt: number, now = performance.now()) =>
      now - readAt < maxAgeMs && isUnchanged(linkId, readAt),
    /** Whether it should be read again while it is still fresh. */
    isAging: (readAt: number, now = performance.now()) => now - readAt > agingMs,
  }
}
export type Changes = ReturnType<typeof createChanges>
