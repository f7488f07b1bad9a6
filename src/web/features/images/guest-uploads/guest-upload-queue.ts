import type { GuestTarget, KeptUpload } from '../upload/kept-uploads.ts'
import { discardByTus, sendByTus } from '../upload/send-by-tus.ts'
import type { SendUpload } from '../upload/upload.ts'
import { createUploadKeeper } from '../upload/upload-keeper.ts'
import { UploadQueue } from '../upload/upload-queue.ts'

type Target = {
  slug: string
  /** Only set for the owner, who doesn't add photos as a guest. */
  linkId: string | undefined
  fileLimitMb: number
  /** Called when nothing is left to send. */
  onIdle: () => void
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

export type GuestUploads = ReturnType<typeof createGuestUploads>

/** Sends a visitor's photos to one gallery. It lives outside React, so uploads continue on other pages. */
export function createGuestUploads({ slug, linkId, fileLimitMb, onIdle }: Target) {
  /** The guest's name when they sent the file. */
  const names = new WeakMap<File, string>()
  const listeners = new Set<() => void>()
  let isKept = true
  let isBusy = false
  let releaseScreen: (() => void) | undefined

  function warnIfNeeded() {
    if (isBusy && !isKept) window.addEventListener('beforeunload', warnBeforeLeaving)
    else window.removeEventListener('beforeunload', warnBeforeLeaving)
  }

  function metadataOf(file: File): Record<string, string> {
    if (linkId !== undefined) return { linkId }
    const name = names.get(file)
    return name ? { slug, name } : { slug }
  }

  const queue = new UploadQueue({
    send: firstAlone(async (upload, events, signal) => {
      await sendByTus(upload, metadataOf(upload.file), events, signal)
      return undefined
    }),
    discard: discardByTus,
    newId: newKey,
    findDuplicate: () => undefined,
    // Guests can't describe their photos or choose the cover.
    describe: async () => {},
    setCover: async () => {},
    onDescribeFailure: () => {},
    onSignedOut: () => {},
    onDone: () => {},
    onBusyChange(isBusyNow) {
      isBusy = isBusyNow
      releaseScreen?.()
      releaseScreen = isBusy ? keepScreenOn() : undefined
      warnIfNeeded()
      if (!isBusy) onIdle()
    },
  })
  window.addEventListener('online', queue.resume)

  const keeper = createUploadKeeper(queue, {
    batch: newKey(),
    targetOf: ({ file }) => ({ slug, name: names.get(file) ?? '' }),
    onRefused() {
      isKept = false
      warnIfNeeded()
      for (const listener of listeners) listener()
    },
  })

  return {
    queue,
    slug,

    send(files: readonly File[], name: string) {
      for (const file of files) names.set(file, name)
      queue.add(slug, files, { fileLimitMb })
    },

    /** Carries on after a reload, unless another tab is already doing so. */
    resume(uploads: readonly KeptUpload<GuestTarget>[]) {
      for (const { file, name } of uploads) names.set(file, name)
      return keeper.restore(uploads)
    },

    /** Whether a reload would carry on. */
    isKept: () => isKept,
    subscribeToKept(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Also cancels what's still being sent. */
    remove(ids: readonly string[]) {
      for (const id of ids) queue.cancel(id)
      queue.remove(ids)
    },

    removeFinished: () => queue.remove(queue.idsOf(slug)),
  }
}

/** The first upload makes this browser a guest. The others wait, or each would become a different guest. */
function firstAlone(send: SendUpload): SendUpload {
  let first: Promise<void> | undefined
  let isGuest = false

  return async (upload, events, signal) => {
    while (first) await first
    signal.throwIfAborted()
    if (isGuest) return send(upload, events, signal)
    const { promise, resolve } = Promise.withResolvers<void>()
    first = promise
    const release = () => {
      if (first === promise) first = undefined
      resolve()
    }
    const onUrl = (url: string | undefined) => {
      events.onUrl(url)
      isGuest ||= url !== undefined
      release()
    }
    return send(upload, { ...events, onUrl }, signal).finally(release)
  }
}

/** Returns a function that lets the screen turn off again. */
function keepScreenOn() {
  let lock: WakeLockSentinel | undefined
  let isOver = false
  async function request() {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    if (isOver) void lock?.release()
  }
  // The browser releases the lock whenever the page is hidden.
  document.addEventListener('visibilitychange', request)
  void request()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', request)
    void lock?.release()
  }
}
