import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { deleteLink, type Link } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { DelayedDeletions } from '#web/lib/delayed-deletions.ts'
import { notify, offerUndo, undoMs } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { sentenceOf } from '#web/lib/sentence.ts'

let deletions: DelayedDeletions | undefined

/** Whatever else shows the link is invalidated. */
async function remove(client: QueryClient, id: string, keepalive: boolean) {
  await call(deleteLink, { params: { id }, keepalive })
  client.setQueryData(queryKeys.links, (links) => links?.filter((link) => link._id !== id))
  // Not fetched again where it is still on the screen: it would only be missing.
  void client.invalidateQueries({ queryKey: queryKeys.link(id), refetchType: 'none' })
  void client.invalidateQueries({ queryKey: queryKeys.links, exact: true })
  for (const queryKey of [queryKeys.subscription, queryKeys.galleries, queryKeys.allAnalytics]) {
    void client.invalidateQueries({ queryKey })
  }
}

function deletionsOf(client: QueryClient) {
  deletions ??= new DelayedDeletions({
    waitMs: undoMs,
    offerUndo: ({ name }, undo) => offerUndo(`"${name}" was deleted`, undo),
    carryOut: ({ linkId }, isLeaving) => remove(client, linkId, isLeaving),
    onFailure: (error) => void notify('error', sentenceOf(error, 'Failed to delete link. Please try again.')),
  })
  return deletions
}

/** Hides a link and deletes it when the time for undoing is over. */
export function useDeleteLink() {
  const held = deletionsOf(useQueryClient())
  return ({ _id, title }: Pick<Link, '_id' | 'title'>) => held.hold({ linkId: _id, ids: [_id], name: title })
}

/** For the page that lists the links: those that wait to be deleted. Whoever leaves it has made up their mind. */
export function useDeletedLinks() {
  const held = deletionsOf(useQueryClient())
  useEffect(() => {
    const onPageHide = () => void held.carryOutAll(true)
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      void held.carryOutAll()
    }
  }, [held])
  return useSyncExternalStore(held.subscribe, held.hidden)
}
