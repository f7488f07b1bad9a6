import type { Image } from '#shared/images.ts'
import type { SendUpload } from './send-upload.ts'
import { Topics } from './topics.ts'
import { isUnfinished, newUpload, type Upload, type UploadDetails, type UploadRoom } from './upload.ts'
import { UploadBackOff } from './upload-back-off.ts'
import { UploadSpeed } from './upload-speed.ts'
import { totalOf, type UploadTotal } from './upload-total.ts'
import { type Verdict, verdictOn } from './upload-verdict.ts'

type UploadPorts = {
  send: SendUpload
  /** See find-duplicate.ts. `earlier` contains the previous uploads to the same link. */
  findDuplicate: (upload: Upload, earlier: readonly Upload[]) => Promise<boolean> | undefined
  describe: (image: Image, details: UploadDetails) => Promise<unknown>
  setCover: (image: Image) => Promise<unknown>
  onDescribeFailure: (error: unknown) => void
  newId: () => string
  onDone: (upload: Upload, image: Image) => void
  /** Called whenever the queue becomes busy or idle. */
  onBusyChange: (isBusy: boolean) => void
}

const maxConcurrent = 3
const maxServerErrors = 3
const progressEveryMs = 200
export const allLinks = 'all links'

/**
 * Runs all uploads of this tab, a few at a time. Uploads interrupted by the network or a busy server restart
 * automatically. Their ID is the idempotency key, so the server stores each one only once. Listeners subscribe to a
 * topic: an upload's ID, a link's ID for its list and total, or `allLinks` for the busy links.
 */
export class UploadQueue {
  #uploads = new Map<string, Upload>()
  #running = new Map<string, AbortController>()
  /** Uploads whose duplicate check is still running. */
  #checking = new Set<string>()
  /** Uploads whose sending has begun. Later edits to their details need a separate request. */
  #begun = new Set<string>()
  #changedLate = new Set<string>()
  /** Covers that the owner chose among the uploaded images, by link. */
  #covers = new Map<string, Image>()
  #serverErrors = new Map<string, number>()
  #ids = new Map<string, readonly string[]>()
  #totals = new Map<string, UploadTotal>()
  #topics = new Topics()
  #speed = new UploadSpeed()
  #pause = new UploadBackOff(() => this.#afterPause())
  #notifiedAt = 0
  #isBusy = false
  #busyLinks: readonly string[] = []
  #ports: UploadPorts

  constructor(ports: UploadPorts) {
    this.#ports = ports
  }

  subscribe = (topic: string, listener: () => void) => this.#topics.subscribe(topic, listener)

  find = (id: string) => this.#uploads.get(id)

  idsOf(linkId: string) {
    const ids = this.#ids.get(linkId) ?? this.#of(linkId).map(({ id }) => id)
    this.#ids.set(linkId, ids)
    return ids
  }

  totalOf(linkId: string) {
    const secondsFor = (bytes: number) => this.#speed.secondsFor(bytes)
    const total = this.#totals.get(linkId) ?? totalOf(this.#of(linkId), { isPaused: this.#pause.isOn, secondsFor })
    this.#totals.set(linkId, total)
    return total
  }

  get unfinished() {
    return [...this.#uploads.values()].filter(isUnfinished).length
  }

  /** Returns the same array until it changes, as `useSyncExternalStore` requires. */
  busyLinks() {
    const links = [...new Set([...this.#uploads.values()].filter(isUnfinished).map(({ linkId }) => linkId))]
    if (links.join() !== this.#busyLinks.join()) this.#busyLinks = links
    return this.#busyLinks
  }

  /** `room` is how many more images the plan allows. Files over that limit fail immediately with `noRoom`. */
  add(
    linkId: string,
    files: readonly File[],
    { room = Number.POSITIVE_INFINITY, noRoom = '', fileLimitMb }: UploadRoom = {},
  ) {
    const earlier = this.#of(linkId)
    let places = room
    for (const file of files) {
      const upload = newUpload(this.#ports.newId(), linkId, file, {
        noRoom: places > 0 ? undefined : noRoom,
        fileLimitMb,
      })
      this.#uploads.set(upload.id, upload)
      if (upload.state === 'waiting') {
        places -= 1
        this.#checkForDuplicate(upload, earlier)
      }
      earlier.push(upload)
    }
    this.#ids.delete(linkId)
    this.#notifyLink(linkId)
    this.#work()
  }

  #checkForDuplicate(upload: Upload, earlier: readonly Upload[]) {
    const { id, file } = upload
    const check = this.#ports.findDuplicate(upload, [...earlier])
    if (!check) return
    this.#checking.add(id)
    const sentence = `"${file.name}" is already in this link.`
    void check
      .catch(() => false)
      .then((isDuplicate) => {
        if (isDuplicate && this.find(id)?.state === 'waiting') this.#change(id, { state: 'duplicate', sentence })
        this.#checking.delete(id)
        this.#work()
      })
  }

  /** Works at any stage. If sending has already begun, the details are saved with a separate request. */
  async describe(id: string, details: UploadDetails) {
    const upload = this.find(id)
    if (!upload) return
    if (upload.image) await this.#ports.describe(upload.image, details)
    if (details.isCoverImage) this.#untickCovers(upload.linkId)
    this.#change(id, { details })
    if (!upload.image && this.#begun.has(id)) this.#changedLate.add(id)
  }

  /** Call this when the owner chooses a cover elsewhere, so an upload that was to become the cover doesn't replace it. */
  coverChosen(image: Image) {
    this.#untickCovers(image.link._id)
    this.#covers.set(image.link._id, image)
  }

  #untickCovers(linkId: string) {
    this.#covers.delete(linkId)
    for (const { id, details } of this.#of(linkId)) {
      if (details.isCoverImage) this.#change(id, { details: { ...details, isCoverImage: false } })
    }
  }

  cancel(id: string) {
    const upload = this.find(id)
    if (!upload || !isUnfinished(upload)) return
    this.#change(id, { state: 'canceled', sentBytes: 0, sentence: '' })
    this.#running.get(id)?.abort()
    this.#work()
  }

  retry(id: string) {
    const upload = this.find(id)
    if (upload?.state === 'retrying') return this.resume()
    if (upload?.state !== 'failed' && upload?.state !== 'canceled' && upload?.state !== 'duplicate') return
    this.#serverErrors.delete(id)
    this.#change(id, { state: 'waiting', sentence: '' })
    this.#work()
  }

  remove(ids: readonly string[]) {
    for (const id of ids) {
      const upload = this.find(id)
      if (!upload || isUnfinished(upload)) continue
      this.#uploads.delete(id)
      this.#ids.delete(upload.linkId)
      this.#notifyLink(upload.linkId)
    }
  }

  /** Ends a pause early, for example when the browser is back online. */
  resume = () => {
    if (this.#pause.isOn) this.#pause.end()
  }

  #of = (linkId: string) => [...this.#uploads.values()].filter((upload) => upload.linkId === linkId)

  #afterPause() {
    this.#speed.reset()
    for (const linkId of [...this.#totals.keys()]) this.#notifyLink(linkId)
    this.#work()
  }

  #work() {
    const uploads = [...this.#uploads.values()]
    const ready = uploads.filter(
      ({ id, state }) => (state === 'waiting' || state === 'retrying') && !this.#checking.has(id),
    )
    const free = this.#pause.isOn ? 0 : Math.max(0, maxConcurrent - this.#running.size)
    for (const upload of ready.slice(0, free)) void this.#run(upload)

    const isBusy = uploads.some(isUnfinished)
    if (isBusy === this.#isBusy) return
    this.#isBusy = isBusy
    this.#ports.onBusyChange(isBusy)
  }

  async #run(upload: Upload) {
    const { id, file } = upload
    const controller = new AbortController()
    const { signal } = controller
    this.#running.set(id, controller)
    this.#begun.add(id)
    this.#change(id, { state: 'uploading', sentBytes: 0, sentence: '' })
    try {
      const image = await this.#ports.send(upload, (bytes) => signal.aborted || this.#progress(id, bytes), signal)
      if (signal.aborted) return
      this.#pause.reset()
      this.#change(id, { state: 'done', sentBytes: file.size, image })
      this.#ports.onDone(upload, image)
      if (this.#changedLate.delete(id)) void this.#describeLate(id)
      if (upload.details.isCoverImage && !this.find(id)?.details.isCoverImage) this.#restoreCover(upload.linkId)
    } catch (error) {
      if (!signal.aborted) this.#fail(id, verdictOn(error))
    } finally {
      // If the upload was canceled and retried, another run may own this entry.
      if (this.#running.get(id) === controller) this.#running.delete(id)
      this.#work()
    }
  }

  async #describeLate(id: string) {
    const { image, details } = this.find(id) ?? {}
    if (image && details) await this.#ports.describe(image, details).catch(this.#ports.onDescribeFailure)
  }

  /** For when the server made an upload the cover, but the owner chose another one after it was sent. */
  #restoreCover(linkId: string) {
    const chosen = this.#of(linkId).find(({ image, details }) => image && details.isCoverImage)
    const cover = chosen?.image ?? this.#covers.get(linkId)
    if (cover) void this.#ports.setCover(cover).catch(this.#ports.onDescribeFailure)
  }

  #progress(id: string, sentBytes: number) {
    const upload = this.find(id)
    if (!upload) return
    this.#speed.add(Date.now(), sentBytes - upload.sentBytes)
    this.#change(id, { sentBytes, state: sentBytes < upload.file.size ? 'uploading' : 'processing' })
  }

  #fail(id: string, verdict: Verdict) {
    const { kind, sentence } = verdict
    const serverErrors = (this.#serverErrors.get(id) ?? 0) + (kind === 'server-error' ? 1 : 0)
    this.#serverErrors.set(id, serverErrors)
    if (kind === 'refused') return this.#change(id, { state: 'refused', sentBytes: 0, sentence })
    if (kind === 'stop' || serverErrors === maxServerErrors)
      this.#change(id, { state: 'failed', sentBytes: 0, sentence })
    else this.#change(id, { state: 'retrying', sentBytes: 0, sentence })
    if (kind === 'stop') this.#failTheRest(sentence)
    else if (serverErrors < maxServerErrors) this.#pause.begin(kind === 'wait' ? verdict.waitMs : undefined)
    for (const linkId of [...this.#totals.keys()]) this.#notifyLink(linkId)
  }

  /** Running uploads still finish. */
  #failTheRest(sentence: string) {
    for (const { id, state } of this.#uploads.values()) {
      if (state === 'waiting' || state === 'retrying') this.#change(id, { state: 'failed', sentence })
    }
  }

  #change(id: string, changes: Partial<Upload>) {
    const before = this.find(id)
    if (!before) return
    this.#uploads.set(id, { ...before, ...changes })
    this.#topics.notify(id)
    const hasNewState = changes.state !== undefined && changes.state !== before.state
    if (hasNewState || Date.now() - this.#notifiedAt >= progressEveryMs) this.#notifyLink(before.linkId)
  }

  #notifyLink(linkId: string) {
    this.#totals.delete(linkId)
    this.#notifiedAt = Date.now()
    this.#topics.notify(linkId)
    this.#topics.notify(allLinks)
  }
}
