import type { Image } from '#shared/images.ts'
import {
  isUnfinished,
  leftOut,
  newUpload,
  type SendingEvents,
  type SendUpload,
  type Upload,
  type UploadDetails,
  type UploadRoom,
} from './upload.ts'
import { UploadBackOff } from './upload-back-off.ts'
import { UploadListStore } from './upload-list-store.ts'
import { UploadSpeed } from './upload-speed.ts'
import { type Verdict, verdictOn } from './upload-verdict.ts'

type UploadPorts = {
  send: SendUpload
  /** Deletes what the server has of an upload. */
  discard: (url: string) => void
  /** See find-duplicate.ts. `earlier` contains the previous uploads to the same link. */
  findDuplicate: (upload: Upload, earlier: readonly Upload[]) => Promise<boolean> | undefined
  describe: (image: Image, details: UploadDetails) => Promise<unknown>
  setCover: (image: Image) => Promise<unknown>
  onDescribeFailure: (error: unknown) => void
  newId: () => string
  onDone: (upload: Upload, image: Image | undefined) => void
  /** Called when the session ends. The queue then waits for `release`. */
  onSignedOut: () => void
  /** Called whenever the queue becomes busy or idle. */
  onBusyChange: (isBusy: boolean) => void
}

const maxConcurrent = 3
const maxServerErrors = 3

const hasDetails = ({ title, description, isCoverImage }: UploadDetails) =>
  title !== '' || description !== '' || isCoverImage

/**
 * Runs all uploads of this tab, a few at a time. Uploads interrupted by the network or a busy server continue or restart
 * automatically. Their ID is the idempotency key, so the server stores each one only once.
 */
export class UploadQueue {
  #store = new UploadListStore()
  #running = new Map<string, AbortController>()
  /** Uploads whose duplicate check is still running. */
  #checking = new Set<string>()
  /** Uploads whose sending has begun. Later edits to their details need a separate request. */
  #begun = new Set<string>()
  #changedLate = new Set<string>()
  /** Covers that the owner chose among the uploaded images, by link. */
  #covers = new Map<string, Image>()
  #serverErrors = new Map<string, number>()
  #speed = new UploadSpeed()
  #pause = new UploadBackOff(() => this.#afterPause())
  #isBusy = false
  #ports: UploadPorts

  constructor(ports: UploadPorts) {
    this.#ports = ports
  }

  subscribe = this.#store.subscribe
  find = this.#store.find
  all = () => this.#store.all()
  idsOf = (linkId: string) => this.#store.idsOf(linkId)
  busyLinks = () => this.#store.busyLinks()
  /** Files that the plan has no room for. */
  leftOut = () => this.#store.leftOut()

  totalOf(linkId: string) {
    const secondsFor = (bytes: number) => this.#speed.secondsFor(bytes)
    return this.#store.totalOf(linkId, { isPaused: this.#pause.isOn, secondsFor })
  }

  get unfinished() {
    return this.#store.all().filter(isUnfinished).length
  }

  /** `room` is how many more images the plan allows. Files over that limit are left out. */
  add(linkId: string, files: readonly File[], conditions: UploadRoom = {}) {
    const { room = Number.POSITIVE_INFINITY, fileLimitMb, sectionOf } = conditions
    const earlier = this.#store.of(linkId)
    let places = room
    for (const file of files) {
      const fits = { hasRoom: places > 0, fileLimitMb, sectionId: sectionOf?.(file) }
      const upload = newUpload(this.#ports.newId(), linkId, file, fits)
      this.#store.add(upload)
      if (upload.state === 'waiting') {
        places -= 1
        this.#checkForDuplicate(upload, earlier)
      }
      earlier.push(upload)
    }
    this.#store.notifyLink(linkId)
    this.#work()
  }

  /** Adds files that were left out or not sent before the page was reloaded. */
  restore(uploads: readonly Upload[]) {
    for (const upload of uploads) {
      const { id, linkId, details } = upload
      if (this.find(id)) continue
      this.#store.add(upload)
      // The server may have received earlier details.
      if (hasDetails(details)) this.#changedLate.add(id)
      this.#store.notifyLink(linkId)
    }
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
        if (isDuplicate && this.find(id)?.state === 'waiting') this.#store.change(id, { state: 'duplicate', sentence })
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
    this.#store.change(id, { details })
    if (!upload.image && (this.#begun.has(id) || upload.url !== undefined)) this.#changedLate.add(id)
  }

  /** Call this when the owner chooses a cover elsewhere, so an upload that was to become the cover doesn't replace it. */
  coverChosen(image: Image) {
    this.#untickCovers(image.link._id)
    this.#covers.set(image.link._id, image)
  }

  #untickCovers(linkId: string) {
    this.#covers.delete(linkId)
    for (const { id, details } of this.#store.of(linkId)) {
      if (details.isCoverImage) this.#store.change(id, { details: { ...details, isCoverImage: false } })
    }
  }

  cancel(id: string) {
    const upload = this.find(id)
    if (!upload || !isUnfinished(upload)) return
    this.#running.get(id)?.abort()
    this.#store.change(id, { state: 'canceled', sentBytes: 0, sentence: '', url: undefined })
    if (upload.url !== undefined) this.#ports.discard(upload.url)
    this.#work()
  }

  retry(id: string) {
    const upload = this.find(id)
    if (upload?.state === 'retrying') return this.resume()
    if (upload?.state !== 'failed' && upload?.state !== 'canceled' && upload?.state !== 'duplicate') return
    this.#serverErrors.delete(id)
    this.#store.change(id, { state: 'waiting', sentence: '', isLeftOut: false })
    this.#work()
  }

  remove(ids: readonly string[]) {
    for (const id of ids) {
      const upload = this.find(id)
      if (!upload || isUnfinished(upload)) continue
      this.#store.remove(upload)
      if (upload.url !== undefined && upload.state !== 'done') this.#ports.discard(upload.url)
    }
  }

  /** Continues after the user has logged in again. */
  release = () => this.#pause.release()

  /** For when the user has logged out, or someone else has logged in. */
  clear() {
    const ids = this.#store.all().map(({ id }) => id)
    for (const id of ids) this.cancel(id)
    this.remove(ids)
    this.release()
  }

  /** Ends a pause early, for example when the browser is back online. */
  resume = () => this.#pause.end()

  #afterPause() {
    this.#speed.reset()
    this.#store.notifyTotals()
    this.#work()
  }

  #work() {
    const uploads = this.#store.all()
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
    const sentBytes = upload.url === undefined ? 0 : upload.sentBytes
    this.#store.change(id, { state: 'uploading', sentBytes, sentence: '' })
    const events: SendingEvents = {
      onProgress: (bytes) => signal.aborted || this.#progress(id, bytes),
      onUrl: (url) => signal.aborted || this.#store.change(id, { url }),
    }
    try {
      const image = await this.#ports.send(upload, events, signal)
      if (signal.aborted) return
      this.#pause.reset()
      this.#store.change(id, { state: 'done', sentBytes: file.size, ...(image && { image }) })
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
    const chosen = this.#store.of(linkId).find(({ image, details }) => image && details.isCoverImage)
    const cover = chosen?.image ?? this.#covers.get(linkId)
    if (cover) void this.#ports.setCover(cover).catch(this.#ports.onDescribeFailure)
  }

  #progress(id: string, sentBytes: number) {
    const upload = this.find(id)
    if (!upload) return
    this.#speed.add(Date.now(), sentBytes - upload.sentBytes)
    this.#store.change(id, { sentBytes, state: sentBytes < upload.file.size ? 'uploading' : 'processing' })
  }

  #fail(id: string, verdict: Verdict) {
    if (verdict.kind === 'signed-out') return this.#hold(id)
    if (verdict.kind === 'no-room') return this.#failQueued(id, leftOut)
    const { kind, sentence } = verdict
    if (kind === 'closed') return this.#failQueued(id, { state: 'failed', sentBytes: 0, sentence })
    if (kind === 'refused') return this.#store.change(id, { state: 'refused', sentBytes: 0, sentence })
    const serverErrors = (this.#serverErrors.get(id) ?? 0) + (kind === 'server-error' ? 1 : 0)
    this.#serverErrors.set(id, serverErrors)
    if (serverErrors === maxServerErrors) this.#store.change(id, { state: 'failed', sentBytes: 0, sentence })
    else {
      const { url, sentBytes: sent = 0 } = this.find(id) ?? {}
      const sentBytes = url === undefined ? 0 : sent
      this.#store.change(id, { state: 'retrying', sentBytes, sentence })
      this.#pause.begin(kind === 'wait' ? verdict.waitMs : undefined)
    }
    this.#store.notifyTotals()
  }

  #hold(id: string) {
    this.#store.change(id, { state: 'waiting', sentBytes: 0, sentence: '' })
    if (this.#pause.hold()) this.#ports.onSignedOut()
    this.#store.notifyTotals()
  }

  /** Fails this upload and all that are queued. Running uploads still finish. */
  #failQueued(failedId: string, changes: Partial<Upload>) {
    for (const { id, state } of this.#store.all()) {
      if (id === failedId || state === 'waiting' || state === 'retrying') this.#store.change(id, changes)
    }
  }
}
