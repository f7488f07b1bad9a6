import { isUnfinished } from '../upload/upload.ts'
import { UploadQueue } from '../upload/upload-queue.ts'
import { forgetUpload, type KeptUpload, keepUpload, lockBatch } from './kept-uploads.ts'
import { createTusSender } from './send-by-tus.ts'

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
  /** What hasn't been sent yet. */
  const unsent = new Map<File, KeptUpload>()
  const listeners = new Set<() => void>()
  let isKept = true
  let isBusy = false
  let releaseScreen: (() => void) | undefined

  function warnIfNeeded() {
    if (isBusy && !isKept) window.addEventListener('beforeunload', warnBeforeLeaving)
    else window.removeEventListener('beforeunload', warnBeforeLeaving)
  }

  function forget(file: File) {
    const upload = unsent.get(file)
    unsent.delete(file)
    if (upload) void forgetUpload(upload.key)
  }

  const send = createTusSender({
    metadata({ file }) {
      if (linkId !== undefined) return { linkId }
      const name = unsent.get(file)?.name
      return name ? { slug, name } : { slug }
    },
    urlOf: ({ file }) => unsent.get(file)?.url,
    onUrl({ file }, url) {
      const upload = unsent.get(file)
      if (!upload || upload.url === url) return
      unsent.set(file, { ...upload, url })
      if (isKept) void keepUpload({ ...upload, url }).catch(() => {})
    },
  })

  const queue = new UploadQueue({
    send,
    isResumable: true,
    newId: newKey,
    findDuplicate: () => undefined,
    // Guests can't describe their photos or choose the cover.
    describe: async () => {},
    setCover: async () => {},
    onDescribeFailure: () => {},
    onSignedOut: () => {},
    onDone: ({ file }) => forget(file),
    onBusyChange(isBusyNow) {
      isBusy = isBusyNow
      releaseScreen?.()
      releaseScreen = isBusy ? keepScreenOn() : undefined
      warnIfNeeded()
      if (!isBusy) onIdle()
    },
  })
  window.addEventListener('online', queue.resume)

  function add(uploads: readonly KeptUpload[]) {
    for (const upload of uploads) unsent.set(upload.file, upload)
    const files = uploads.map(({ file }) => file)
    queue.add(slug, files, { fileLimitMb })
  }

  /** Stores one file after the other, while they're already being sent. */
  async function keepAll(files: readonly File[]) {
    for (const file of files) {
      const upload = unsent.get(file)
      if (upload) await keepUpload(upload)
      // It was sent in the meantime.
      if (upload && !unsent.has(file)) void forgetUpload(upload.key)
    }
  }

  return {
    queue,
    slug,

    send(files: readonly File[], name: string) {
      const batch = newKey()
      const now = Date.now()
      void lockBatch(batch)
      add(files.map((file, index) => ({ key: newKey(), slug, batch, file, name, keptAt: now + index })))
      void keepAll(files).catch(() => {
        isKept = false
        warnIfNeeded()
        for (const listener of listeners) listener()
      })
    },

    /** Carries on after a reload, unless another tab is already doing so. */
    async resume(uploads: readonly KeptUpload[]) {
      for (const batch of new Set(uploads.map((upload) => upload.batch))) {
        if (await lockBatch(batch)) add(uploads.filter((upload) => upload.batch === batch))
      }
    },

    /** Whether a reload would carry on. */
    isKept: () => isKept,
    subscribeToKept(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Also cancels what's still being sent. */
    remove(ids: readonly string[]) {
      for (const id of ids) {
        const file = queue.find(id)?.file
        queue.cancel(id)
        queue.remove([id])
        if (file) forget(file)
      }
    },

    removeFinished() {
      for (const id of queue.idsOf(slug)) {
        const upload = queue.find(id)
        if (!upload || isUnfinished(upload)) continue
        queue.remove([id])
        forget(upload.file)
      }
    },
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
