import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { deleteImage } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify, offerUndo } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { DelayedDeletions } from '../manage/delayed-deletions.ts'

const undoMs = 5000

let held: { deletions: DelayedDeletions; client: QueryClient } | undefined

function createDeletions(client: QueryClient) {
  return new DelayedDeletions({
    waitMs: undoMs,
    offerUndo: (_deletion, undo) => offerUndo('Photo taken back', undo, { durationMs: undoMs }),
    carryOut: async ({ linkId: slug, ids }, keepalive) => {
      const queryKey = queryKeys.myUploads(slug)
      try {
        await Promise.all(ids.map((id) => call(deleteImage, { params: { id }, keepalive })))
        client.setQueryData(
          queryKey,
          (known) => known && { ...known, images: known.images.filter(({ _id }) => !ids.includes(_id)) },
        )
      } finally {
        void client.invalidateQueries({ queryKey })
        void client.invalidateQueries({ queryKey: queryKeys.gallery(slug), refetchType: 'none' })
      }
    },
    onFailure: (error) => void notify('error', errorMessage(error, "Couldn't take back the photo. Try again.")),
  })
}

/** Photos that the visitor has taken back. They're deleted once it's too late for an undo. */
export function useTakenBack() {
  const client = useQueryClient()
  if (held?.client !== client) held = { deletions: createDeletions(client), client }
  const { deletions } = held
  return {
    takenBack: useSyncExternalStore(deletions.subscribe, deletions.hidden),
    takeBack: (slug: string, id: string) => deletions.hold({ linkId: slug, ids: [id] }),
    /** Call this when the visitor leaves the page. */
    deleteNow: deletions.carryOutAll,
  }
}
