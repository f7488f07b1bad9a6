import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Link } from '#shared/links.ts'
import { deleteSection, type Section } from '#shared/sections.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify, offerUndo, undoMs } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { DelayedDeletions } from './delayed-deletions.ts'
import { changeLink, refresh } from './link-cache.ts'

let held: { deletions: DelayedDeletions; client: QueryClient } | undefined

function deletionsOf(client: QueryClient) {
  if (held?.client !== client) held = { deletions: createDeletions(client), client }
  return held.deletions
}

const withoutSection = (link: Link, id: string): Link => ({
  ...link,
  sections: (link.sections ?? []).filter(({ _id }) => _id !== id),
  images: link.images.map((image) => (image.sectionId === id ? { ...image, sectionId: null } : image)),
})

function removedText({ imageCount }: Section) {
  if (imageCount === 0) return 'Section removed'
  return imageCount === 1
    ? 'Section removed. Its image is still here.'
    : `Section removed. Its ${count(imageCount, 'image')} are still here.`
}

function createDeletions(client: QueryClient) {
  const sectionIn = (linkId: string, id: string | undefined) =>
    client.getQueryData(queryKeys.link(linkId))?.sections?.find(({ _id }) => _id === id)
  return new DelayedDeletions({
    waitMs: undoMs,
    offerUndo: ({ linkId, ids: [id] }, undo) => {
      const section = sectionIn(linkId, id)
      return offerUndo(section ? removedText(section) : 'Section removed', undo)
    },
    carryOut: async ({ linkId, ids: [id = ''] }, keepalive) => {
      try {
        await call(deleteSection, { params: { id }, keepalive })
        changeLink(client, linkId, (link) => withoutSection(link, id))
      } finally {
        void refresh(client, linkId)
      }
    },
    onFailure: (error) => void notify('error', errorMessage(error, "Couldn't remove the section. Please try again.")),
  })
}

/** A removed heading is only deleted when it's too late for an undo, so an undo keeps its URL and invitations. */
export function useRemovedHeadings() {
  const deletions = deletionsOf(useQueryClient())
  useEffect(() => {
    const onPageHide = () => void deletions.carryOutAll(true)
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      void deletions.carryOutAll()
    }
  }, [deletions])
  return {
    removed: useSyncExternalStore(deletions.subscribe, deletions.hidden),
    remove: (linkId: string, sectionId: string) => deletions.hold({ linkId, ids: [sectionId] }),
  }
}
