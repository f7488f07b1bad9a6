import type { Image } from '#shared/images.ts'
import { Topics } from './topics.ts'
import { isUnfinished, newUpload, type Upload, type UploadDetails, type UploadRoom } from './upload.ts'
import { UploadBackOff } from './upload-back-off.ts'
import type { UploadPorts } from './upload-ports.ts'
import { UploadSpeed } from './upload-speed.ts'
import { totalOf, type UploadTotal } from './upload-total.ts'
import { type Verdict, verdictOn } from './upload-verdict.ts'

const atOnce = 3
const mostStumbles = 3
const progressEveryMs = 200
export const allLinks = 'all links'

/**
 * Every upload of this tab, in the order in which they were asked for, a few at once. What the connection or a busy
 * server interrupts goes on by itself; an upload keeps its id, so that the server stores it once however often it is
 * sent. Topics: an upload's id for that upload, a link's id for which uploads it has and how far they are together,
 * `allLinks` for which links have any under way.
 */
export class UploadQueue {
  #uploads = new Map<string, Upload>()
  #running = new Map<string, AbortController>()
  #held = new Set<string>()
  /** Once sent, what is said of it afterwards is not part of what the server has stored. */
  #begun = new Set<string>()
  #late = new Set<string>()
  #stumbles = new Map<string, number>()
  #ids = new Map<string, readonly string[]>()
  #totals = new Map<string, UploadTotal>()
  #topics = new Topics()
  #speed = new UploadSpeed()
  #pause = new UploadBackOff(() => this.#afterPause())
  #toldAt = 0
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

  /** How many are still to be stored, in all links. */
  get unfinished() {
    return [...this.#uploads.values()].filter(isUnfinished).length
  }

  /** The links that something is being uploaded to. */
  busyLinks() {
    const links = [...new Set([...this.#uploads.values()].filter(isUnfinished).map(({ linkId }) => linkId))]
    if (links.join() !== this.#busyLinks.join()) this.#busyLinks = links
    return this.#busyLinks
  }

  /** `room`: how many more the plan takes. What is beyond it is told now, and not sent to be refused. */
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
    this.#tellLink(linkId)
    this.#work()
  }

  #checkForDuplicate(upload: Upload, earlier: readonly Upload[]) {
    const { id, file } = upload
    const check = this.#ports.findDuplicate(upload, [...earlier])
    if (!check) return
    this.#held.add(id)
    const sentence = `"${file.name}" is already in this link.`
    void check
      .catch(() => false)
      .then((isDuplicate) => {
        if (isDuplicate && this.find(id)?.state === 'waiting') this.#change(id, { state: 'duplicate', sentence })
        this.#held.delete(id)
        this.#work()
      })
  }

  /** At any time. What is on its way or there already gets its words by a call of its own. A link has one cover. */
  async describe(id: string, details: UploadDetails) {
    const upload = this.find(id)
    if (!upload) return
    if (upload.image) await this.#ports.describe(upload.image, details)
    for (const { id: other, details: theirs } of details.isCoverImage ? this.#of(upload.linkId) : []) {
      if (theirs.isCoverImage) this.#change(other, { details: { ...theirs, isCoverImage: false } })
    }
    this.#change(id, { details })
    if (!upload.image && this.#begun.has(id)) this.#late.add(id)
  }

  cancel(id: string) {
    const upload = this.find(id)
    if (!upload || !isUnfinished(upload)) return
    this.#change(id, { state: 'canceled', sentBytes: 0, sentence: '' })
    this.#running.get(id)?.abort()
    this.#work()
  }

  /** What was interrupted does not wait any longer; what failed, was canceled or skipped is sent all the same. */
  retry(id: string) {
    const upload = this.find(id)
    if (upload?.state === 'retrying') return this.resume()
    if (upload?.state !== 'failed' && upload?.state !== 'canceled' && upload?.state !== 'duplicate') return
    this.#stumbles.delete(id)
    this.#change(id, { state: 'waiting', sentence: '' })
    this.#work()
  }

  /** Takes those away that have come to an end. */
  remove(ids: readonly string[]) {
    for (const id of ids) {
      const upload = this.find(id)
      if (!upload || isUnfinished(upload)) continue
      this.#uploads.delete(id)
      this.#ids.delete(upload.linkId)
      this.#tellLink(upload.linkId)
    }
  }

  /** The connection may be back. */
  resume = () => {
    if (this.#pause.isOn) this.#pause.end()
  }

  #of = (linkId: string) => [...this.#uploads.values()].filter((upload) => upload.linkId === linkId)

  #afterPause() {
    this.#speed.forget()
    for (const linkId of [...this.#totals.keys()]) this.#tellLink(linkId)
    this.#work()
  }

  #work() {
    const uploads = [...this.#uploads.values()]
    const ready = uploads.filter(
      ({ id, state }) => (state === 'waiting' || state === 'retrying') && !this.#held.has(id),
    )
    const free = this.#pause.isOn ? 0 : Math.max(0, atOnce - this.#running.size)
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
      this.#pause.forget()
      this.#change(id, { state: 'done', sentBytes: file.size, image })
      this.#ports.onDone(upload, image)
      if (this.#late.delete(id)) void this.#describeLate(id, image)
    } catch (error) {
      if (!signal.aborted) this.#fail(id, verdictOn(error))
    } finally {
      // Canceled and asked for again, it may be running anew.
      if (this.#running.get(id) === controller) this.#running.delete(id)
      this.#work()
    }
  }

  async #describeLate(id: string, image: Image) {
    const details = this.find(id)?.details
    if (details) await this.#ports.describe(image, details).catch(this.#ports.onDescribeFailure)
  }

  #progress(id: string, sentBytes: number) {
    const upload = this.find(id)
    if (!upload) return
    this.#speed.add(Date.now(), sentBytes - upload.sentBytes)
    this.#change(id, { sentBytes, state: sentBytes < upload.file.size ? 'uploading' : 'processing' })
  }

  #fail(id: string, verdict: Verdict) {
    const { kind, sentence } = verdict
    const stumbles = (this.#stumbles.get(id) ?? 0) + (kind === 'stumbled' ? 1 : 0)
    this.#stumbles.set(id, stumbles)
    if (kind === 'refused') return this.#change(id, { state: 'refused', sentBytes: 0, sentence })
    if (kind === 'stop' || stumbles === mostStumbles) this.#change(id, { state: 'failed', sentBytes: 0, sentence })
    else this.#change(id, { state: 'retrying', sentBytes: 0, sentence })
    if (kind === 'stop') this.#giveUpOnTheRest(sentence)
    else if (stumbles < mostStumbles) this.#pause.begin(kind === 'wait' ? verdict.waitMs : undefined)
    for (const linkId of [...this.#totals.keys()]) this.#tellLink(linkId)
  }

  /** What is under way gets an answer of its own; nothing else begins. */
  #giveUpOnTheRest(sentence: string) {
    for (const { id, state } of this.#uploads.values()) {
      if (state === 'waiting' || state === 'retrying') this.#change(id, { state: 'failed', sentence })
    }
  }

  #change(id: string, changes: Partial<Upload>) {
    const before = this.find(id)
    if (!before) return
    this.#uploads.set(id, { ...before, ...changes })
    this.#topics.tell(id)
    const hasMovedOn = changes.state !== undefined && changes.state !== before.state
    if (hasMovedOn || Date.now() - this.#toldAt >= progressEveryMs) this.#tellLink(before.linkId)
  }

  #tellLink(linkId: string) {
    this.#totals.delete(linkId)
    this.#toldAt = Date.now()
    this.#topics.tell(linkId)
    this.#topics.tell(allLinks)
  }
}
