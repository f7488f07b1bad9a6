import type { QueryClient } from '@tanstack/react-query'
import type { BulkAction } from '#shared/image-forms.ts'
import { changeImages, setCover } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import type { Section } from '#shared/sections.ts'
import { restoreTrash } from '#shared/trash.ts'
import { call } from '#web/lib/api.ts'
import { inBatches, PartlyDoneError } from '#web/lib/batches.ts'
import { count } from '#web/lib/formats.ts'
import { notify, offerUndo } from '#web/lib/notify.ts'
import { changeLink, changeUsage, refresh, withoutImages, withSection } from './link-cache.ts'
import { putInOrder } from './order-images.ts'

/** Called after each of several calls, with the number of images that are done. */
export type OnProgress = (done: number) => void

const words = {
  delete: { pastTense: 'deleted', fallback: 'Failed to delete image. Please try again.' },
  move: { pastTense: 'moved', fallback: 'Failed to move images. Please try again.' },
  copy: { pastTense: 'copied', fallback: 'Failed to copy images. Please try again.' },
  section: { pastTense: 'moved', fallback: 'Failed to move images. Please try again.' },
}

/** Splits large selections into several calls. Returns the IDs of copies, in order. */
export async function changeAll(
  change: Omit<BulkAction, 'imageIds'>,
  ids: readonly string[],
  { onProgress, keepalive = false }: { onProgress?: OnProgress | undefined; keepalive?: boolean } = {},
) {
  const copies: string[] = []
  const send = async (imageIds: string[]) => {
    const { data } = await call(changeImages, { body: { ...change, imageIds }, keepalive })
    copies.push(...(data.imageIds ?? []))
  }
  await inBatches(ids, send, { ...words[change.action], onProgress })
  return copies
}

const idsOf = ({ images }: Link) => images.map(({ _id }) => _id)

/** Groups these images by the section they're in. */
function bySection({ images }: Link, ids: readonly string[]) {
  const wanted = new Set(ids)
  return Map.groupBy(
    images.flatMap(({ _id, sectionId }) => (wanted.has(_id) ? [{ _id, sectionId: sectionId ?? null }] : [])),
    ({ sectionId }) => sectionId,
  )
}

const notifyOf = (error: unknown) =>
  void notify('error', error instanceof Error ? error.message : 'Something went wrong. Try again in a moment.')

/** Moves images to the owner's trash. Only the owner can undo that, which restores the images and the cover. */
export async function trashImages(client: QueryClient, link: Link, ids: readonly string[]) {
  changeLink(client, link._id, (shown) => withoutImages(shown, new Set(ids)))
  let deleted = ids
  try {
    // The request must outlive the page, because the images are already gone from it.
    await changeAll({ action: 'delete' }, ids, { keepalive: true })
  } catch (error) {
    deleted = error instanceof PartlyDoneError ? ids.slice(0, error.done) : []
    notifyOf(error)
  }
  changeUsage(client, -deleted.length)
  void refresh(client, link._id)
  if (deleted.length === 0) return
  const sentence = `${count(deleted.length, 'image')} deleted`
  if (link.myRole === 'editor') void notify('success', sentence)
  else offerUndo(sentence, () => void restoreImages(client, link, deleted))
}

async function restoreImages(client: QueryClient, { _id, images }: Link, ids: readonly string[]) {
  const cover = images.find((image) => image.isCoverImage && ids.includes(image._id))
  try {
    const send = (imageIds: string[]) => call(restoreTrash, { body: { imageIds } })
    await inBatches(ids, send, { pastTense: 'restored', fallback: 'Failed to restore images. Please try again.' })
    if (cover) await call(setCover, { params: { id: cover._id } })
  } catch (error) {
    notifyOf(error)
  }
  await refresh(client, _id)
}

/** Moves images to the end of another link. Undo restores their positions, sections and the cover. */
export async function moveImages(client: QueryClient, from: Link, ids: string[], to: Link, onProgress?: OnProgress) {
  let moved = ids
  try {
    await changeAll({ action: 'move', linkId: to._id }, ids, { onProgress })
  } catch (error) {
    moved = error instanceof PartlyDoneError ? ids.slice(0, error.done) : []
    throw error
  } finally {
    changeLink(client, from._id, (link) => withoutImages(link, new Set(moved)))
    void refresh(client, from._id, to._id)
    if (moved.length > 0) {
      offerUndo(`${count(moved.length, 'image')} moved to ${to.title}`, () => void moveBack(client, from, moved, to))
    }
  }
}

async function moveBack(client: QueryClient, from: Link, ids: string[], to: Link) {
  const cover = from.images.find((image) => image.isCoverImage)
  try {
    for (const [sectionId, images] of bySection(from, ids)) {
      const change = { action: 'move', linkId: from._id, ...(sectionId && { sectionId }) } as const
      await changeAll(
        change,
        images.map(({ _id }) => _id),
      )
    }
    if (cover && ids.includes(cover._id)) await call(setCover, { params: { id: cover._id } })
  } catch (error) {
    notifyOf(error)
    return void refresh(client, from._id, to._id)
  }
  await refresh(client, from._id, to._id)
  await putInOrder(client, from._id, idsOf(from)).catch(() => {})
}

/** `open` shows the other link. Undo deletes the copies. */
export async function copyImages(
  client: QueryClient,
  ids: string[],
  to: Link,
  { onProgress, open }: { onProgress?: OnProgress | undefined; open: () => void },
) {
  try {
    const copies = await changeAll({ action: 'copy', linkId: to._id }, ids, { onProgress })
    changeUsage(client, copies.length)
    const undo = async () => {
      await changeAll({ action: 'delete' }, copies).catch(notifyOf)
      void refresh(client, to._id)
    }
    const sentence = `${count(ids.length, 'image')} copied to ${to.title}`
    offerUndo(sentence, () => void undo(), { other: { label: 'Open', onClick: open } })
  } finally {
    void refresh(client, to._id)
  }
}

/** The flat order of all images, if they also change their positions. */
type Placement = { order?: string[] | undefined; onProgress?: OnProgress | undefined }

/** Moves images into a section, or out of all sections. Undo restores their sections and positions. */
export async function moveToSection(
  client: QueryClient,
  link: Link,
  ids: readonly string[],
  section: Section | undefined,
  { order, onProgress }: Placement = {},
) {
  const sectionId = section?._id ?? null
  changeLink(client, link._id, (known) => withSection(known, ids, sectionId, order))
  const withdraw = offerUndo(
    section
      ? `${count(ids.length, 'image')} moved to ${section.title}`
      : `${count(ids.length, 'image')} moved out of sections`,
    () => void moveBackToSections(client, link, ids),
  )
  try {
    await changeAll({ action: 'section', sectionId }, ids, { onProgress })
    if (order) await putInOrder(client, link._id, order)
  } catch (error) {
    withdraw()
    if (error instanceof PartlyDoneError) notifyOf(error)
  }
  void refresh(client, link._id)
}

export async function moveBackToSections(client: QueryClient, before: Link, ids: readonly string[]) {
  try {
    for (const [sectionId, images] of bySection(before, ids)) {
      const back = images.map(({ _id }) => _id)
      changeLink(client, before._id, (known) => withSection(known, back, sectionId))
      await changeAll({ action: 'section', sectionId }, back)
    }
    await putInOrder(client, before._id, idsOf(before)).catch(() => {})
  } catch (error) {
    notifyOf(error)
  }
  void refresh(client, before._id)
}
