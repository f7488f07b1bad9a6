import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Link } from '#shared/links.ts'
import type { AddingState } from '#shared/page-data.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useSession } from '#web/lib/session.ts'
import { useFileLimit } from '#web/lib/use-file-limit.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useDraggedFiles, usePastedFiles } from '../upload/file-sources.tsx'
import { findGuestUploads } from '../upload/kept-uploads.ts'
import { ChoosePhotos } from './choose-photos.tsx'
import type { GuestUploads } from './guest-upload-queue.ts'
import { NoScriptForm } from './no-script-form.tsx'
import './add-photos.css'

const DropOverlay = lazy(async () => ({ default: (await import('../upload/drop-overlay.tsx')).DropOverlay }))
const loadChosen = () => import('./chosen-photos.tsx')
const ChosenPhotos = lazy(async () => ({ default: (await loadChosen()).ChosenPhotos }))
const loadSending = () => import('./sending-photos.tsx')
const loadQueue = () => import('./guest-upload-queue.ts')
const SendingPhotos = lazy(async () => ({ default: (await loadSending()).SendingPhotos }))

/** Uploads continue while the visitor is on other pages of the app. */
const started = new Map<string, Promise<GuestUploads>>()

type Props = { link: Link; isOwner: boolean; adding: AddingState }

const none: readonly string[] = []

export function AddPhotos({ link, isOwner, adding }: Props) {
  const { slug } = link
  const queryClient = useQueryClient()
  const { status } = useSession()
  const fileLimitMb = useFileLimit()
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [uploads, setUploads] = useState<GuestUploads>()
  const ids = useUploadIds(uploads)

  const start = useCallback(() => {
    const create = async () => {
      const [{ createGuestUploads }] = await Promise.all([loadQueue(), loadSending()])
      const onIdle = () => {
        void queryClient.invalidateQueries({ queryKey: queryKeys.myUploads(slug) })
        void queryClient.invalidateQueries({ queryKey: queryKeys.gallery(slug), refetchType: 'none' })
      }
      return createGuestUploads({ slug, linkId: isOwner ? link._id : undefined, fileLimitMb, onIdle })
    }
    const starting = started.get(slug) ?? create()
    started.set(slug, starting)
    starting.then(setUploads, () => started.delete(slug))
    return starting
  }, [slug, link._id, isOwner, fileLimitMb, queryClient])

  // Show what's being sent, and carry on with what a reload interrupted.
  useEffect(() => {
    if (status === 'loading') return
    if (started.has(slug)) return void start()
    void findGuestUploads(slug).then(async (kept) => {
      if (kept.length > 0) await (await start()).resume(kept)
    })
  }, [status, slug, start])

  // After the session has ended, uploads wait until it's clear who sends them.
  useEffect(() => {
    if (status !== 'loading') uploads?.queue.release()
  }, [status, uploads])

  const choose = (files: readonly File[]) => setChosen((before) => withoutRepeats([...before, ...files]))
  const dragged = useDraggedFiles()
  const isSending = uploads !== undefined && ids.length > 0 && chosen.length === 0
  usePastedFiles(choose)

  return (
    <div className="min-w-0">
      <NoScriptForm link={link} adding={adding} />
      <div className="noscript:hidden">
        <Suspense fallback={<Spinner />}>
          {isSending ? (
            <SendingPhotos link={link} isOwner={isOwner} uploads={uploads} onChoose={choose} />
          ) : chosen.length > 0 ? (
            <ChosenPhotos
              link={link}
              isOwner={isOwner}
              files={chosen}
              onChoose={choose}
              onRemove={(file) => setChosen(chosen.filter((other) => other !== file))}
              onSend={async (files, name) => {
                const { removeFinished, send } = await start()
                removeFinished()
                send(files, name)
                setChosen([])
              }}
            />
          ) : (
            <ChoosePhotos
              link={link}
              isOwner={isOwner}
              isDraggedOver={dragged.isDragged}
              onChoose={choose}
              onPress={() => void Promise.all([loadChosen(), loadSending(), loadQueue()]).catch(() => {})}
            />
          )}
        </Suspense>
      </div>
      {dragged.isDragged && (
        <Suspense>
          <DropOverlay sentence="Drop to add your photos" onFiles={choose} onEnd={dragged.end} />
        </Suspense>
      )}
    </div>
  )
}

function useUploadIds(uploads: GuestUploads | undefined) {
  const subscribe = useCallback(
    (listener: () => void) => uploads?.queue.subscribe(uploads.slug, listener) ?? (() => {}),
    [uploads],
  )
  return useSyncExternalStore(
    subscribe,
    () => uploads?.queue.idsOf(uploads.slug) ?? none,
    () => none,
  )
}

/** Some pickers return the photos that were chosen before. */
function withoutRepeats(files: readonly File[]) {
  const known = new Map(files.toReversed().map((file) => [`${file.name} ${file.size} ${file.lastModified}`, file]))
  return [...known.values()].reverse()
}
