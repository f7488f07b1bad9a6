import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { changeImages } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify, offerUndo, undoMs } from '#web/lib/notify.ts'
import { DelayedDeletions } from './delayed-deletions.ts'
import { changeLink, changeUsage, refresh, withoutImages } from './link-cache.ts'

let deletions: DelayedDeletions | undefined

function createDeletions(client: QueryClient) {
  return new DelayedDeletions({
    waitMs: undoMs,
    offerUndo: ({ ids }, undo) => offerUndo(`${count(ids.length, 'image')} deleted`, undo),
    carryOut: async ({ linkId, ids }, keepalive) => {
      try {
        await call(changeImages, { body: { action: 'delete', imageIds: [...ids] }, keepalive })
        changeLink(client, linkId, (link) => withoutImages(link, new Set(ids)))
        changeUsage(client, -ids.length)
      } finally {
        void refresh(client, linkId)
      }
    },
    onFailure: (error) => void notify('error', errorMessage(error, 'Failed to delete image. Please try again.')),
  })
}

function deletionsOf(client: QueryClient) {
  deletions ??= createDeletions(client)
  return deletions
}

/** Runs all pending deletions on unmount and when the user leaves the page. */
export function useDeletions() {
  const client = useQueryClient()
  const held = deletionsOf(client)
  useEffect(() => {
    const onPageHide = () => void held.carryOutAll(true)
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      void held.carryOutAll()
    }
  }, [held])
  return { hidden: useSyncExternalStore(held.subscribe, held.hidden), hold: held.hold.bind(held) }
}
