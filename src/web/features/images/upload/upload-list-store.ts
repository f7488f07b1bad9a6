import { Topics } from './topics.ts'
import { isUnfinished, type Upload } from './upload.ts'
import { totalOf, type UploadTotal } from './upload-total.ts'

const progressEveryMs = 200
export const allLinks = 'all links'

type Speed = { isPaused: boolean; secondsFor: (bytes: number) => number | undefined }

/**
 * The uploads of this tab. Listeners subscribe to a topic: an upload's ID, a link's ID for its list and total, or
 * `allLinks`. Lists and totals stay the same object until they change, as `useSyncExternalStore` requires.
 */
export class UploadListStore {
  #uploads = new Map<string, Upload>()
  #ids = new Map<string, readonly string[]>()
  #totals = new Map<string, UploadTotal>()
  #busyLinks: readonly string[] = []
  #leftOut: readonly Upload[] = []
  #topics = new Topics()
  #notifiedAt = 0

  subscribe = (topic: string, listener: () => void) => this.#topics.subscribe(topic, listener)

  find = (id: string) => this.#uploads.get(id)

  all = () => [...this.#uploads.values()]

  of = (linkId: string) => this.all().filter((upload) => upload.linkId === linkId)

  idsOf(linkId: string) {
    const ids = this.#ids.get(linkId) ?? this.of(linkId).map(({ id }) => id)
    this.#ids.set(linkId, ids)
    return ids
  }

  totalOf(linkId: string, speed: Speed) {
    const total = this.#totals.get(linkId) ?? totalOf(this.of(linkId), speed)
    this.#totals.set(linkId, total)
    return total
  }

  busyLinks() {
    const links = [
      ...new Set(
        this.all()
          .filter(isUnfinished)
          .map(({ linkId }) => linkId),
      ),
    ]
    if (links.join() !== this.#busyLinks.join()) this.#busyLinks = links
    return this.#busyLinks
  }

  leftOut() {
    const leftOut = this.all().filter(({ isLeftOut }) => isLeftOut)
    if (leftOut.map(({ id }) => id).join() !== this.#leftOut.map(({ id }) => id).join()) this.#leftOut = leftOut
    return this.#leftOut
  }

  /** The caller notifies the link, once for all its uploads. */
  add(upload: Upload) {
    this.#uploads.set(upload.id, upload)
    this.#ids.delete(upload.linkId)
  }

  remove({ id, linkId }: Upload) {
    this.#uploads.delete(id)
    this.#ids.delete(linkId)
    this.notifyLink(linkId)
  }

  change(id: string, changes: Partial<Upload>) {
    const before = this.find(id)
    if (!before) return
    this.#uploads.set(id, { ...before, ...changes })
    this.#topics.notify(id)
    const hasNewState = changes.state !== undefined && changes.state !== before.state
    const isToKeep = 'url' in changes || 'details' in changes
    if (hasNewState || isToKeep || Date.now() - this.#notifiedAt >= progressEveryMs) this.notifyLink(before.linkId)
  }

  notifyTotals() {
    for (const linkId of [...this.#totals.keys()]) this.notifyLink(linkId)
  }

  notifyLink(linkId: string) {
    this.#totals.delete(linkId)
    this.#notifiedAt = Date.now()
    this.#topics.notify(linkId)
    this.#topics.notify(allLinks)
  }
}
