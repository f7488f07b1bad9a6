import { safeParse } from 'zod/mini'
import { updateProfile } from '#shared/accounts.ts'
import { type ExportedAccount, type ExportedLink, exportedAccount, manifestName } from '#shared/export-format.ts'
import { updateImage } from '#shared/images.ts'
import { createInvitation } from '#shared/invitations.ts'
import { bytesOfMb } from '#shared/limits.ts'
import { createLink, getLink, orderImages } from '#shared/links.ts'
import { updateNotifications } from '#shared/notifications.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { readStored, store } from '#web/lib/storage.ts'
import { sendCommentsAndChoices } from './send-comments-and-choices.ts'
import { type SkippedImage, uploadImages } from './upload-images.ts'
import { openZip } from './zip-archive.ts'

type Options = { onProgress: (done: number, total: number) => void; signal: AbortSignal }

/**
 * `madePrivate`: titles of links that would have been open to more people than they were. `incomplete`: of links that took only a
 * part of the comments and favorites.
 */
export type Imported = {
  links: number
  pictures: number
  skipped: SkippedImage[]
  madePrivate: string[]
  incomplete: string[]
}

/** A browser holds it in memory, and as text twice as much. */
const maxManifestBytes = bytesOfMb(200)

const isRefused = (error: unknown, ...codes: string[]) => error instanceof ApiError && codes.includes(error.code)

/**
 * Takes in what an export holds, by the calls that everybody makes. Whatever stops it, it goes on where it was when the same file
 * is chosen again: which links were made is kept in the browser, and the server knows each upload by its key.
 */
export async function importAccount(file: Blob, { onProgress, signal }: Options): Promise<Imported> {
  const zip = await openZip(file)
  const manifest = await readManifest(await zip.read(manifestName, maxManifestBytes))
  const total = manifest.links.reduce((sum, { images }) => sum + images.length, 0)
  const imported: Imported = { links: 0, pictures: 0, skipped: [], madePrivate: [], incomplete: [] }
  let done = 0
  onProgress(done, total)

  const { name, galleryName, notifications } = manifest.account
  if (galleryName !== name) await call(updateProfile, { body: { galleryName } })
  if (notifications) await call(updateNotifications, { body: notifications })
  for (const link of manifest.links) {
    signal.throwIfAborted()
    const wanted = linkToCreate(link, Date.now())
    const made = (await findCreated(manifest, link)) ?? (await make(manifest, link, wanted))
    imported.links++
    if (made.isPrivate && !link.isPrivate) imported.madePrivate.push(link.title)
    const sent = await uploadImages(zip, made._id, link.images, {
      signal,
      onDone: () => onProgress(++done, total),
    })
    imported.pictures += sent.ids.length
    imported.skipped.push(...sent.skipped)
    for (const { image, id } of sent.pictures) {
      if (image.coverFocus) await call(updateImage, { params: { id }, body: { coverFocus: image.coverFocus } })
    }
    if (!(await sendCommentsAndChoices(made._id, link, sent.pictures, signal))) imported.incomplete.push(link.title)
    if (sent.ids.length > 1) {
      // Somebody may have put other pictures there since: then the order is theirs.
      await call(orderImages, { params: { id: made._id }, body: { imageIds: sent.ids } }).catch((error) => {
        if (!isRefused(error, 'VALIDATION_FAILED')) throw error
      })
    }
  }
  return imported
}

async function readManifest(file: Blob | undefined): Promise<ExportedAccount> {
  const text = await file?.text()
  const { data } = safeParse(exportedAccount, parseJson(text ?? ''))
  if (!data) throw new Error('This ZIP is no export of a Framelight account.')
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const storageKeyOf = ({ _id }: ExportedAccount, link: ExportedLink) => `import:${_id}:${link._id}`

/** The link that an earlier try has made, unless it was deleted since. */
async function findCreated(manifest: ExportedAccount, link: ExportedLink) {
  const id = readStored(storageKeyOf(manifest, link))
  if (!id) return undefined
  return call(getLink, { params: { id } }).then(
    ({ data }) => data,
    (error) => {
      if (isRefused(error, 'NOT_FOUND', 'FORBIDDEN', 'LINK_PRIVATE', 'PASSWORD_REQUIRED')) return undefined
      throw error
    },
  )
}

/** Nobody knows its password, and what is over is to stay so: neither may open to all. */
function linkToCreate(link: ExportedLink, now: number) {
  const { title, description, isListed, allowDownloads, cameraDetails, opening, slug } = link
  const { choosing, choiceLimit, comments, holdGuestComments } = link
  const isOver = link.expiresAt !== null && Date.parse(link.expiresAt) <= now
  return {
    ...{ title, description, isListed, allowDownloads, cameraDetails, opening, slug },
    ...{ choosing, choiceLimit, comments, holdGuestComments },
    isPrivate: link.isPrivate || link.hasPassword || isOver,
    expiresAt: isOver ? null : link.expiresAt,
  }
}

async function make(manifest: ExportedAccount, link: ExportedLink, wanted: ReturnType<typeof linkToCreate>) {
  const { slug: _slug, ...withoutSlug } = wanted
  const made = await firstOf(
    [wanted, withoutSlug, { ...withoutSlug, expiresAt: null, isPrivate: true }],
    async (body) => (await call(createLink, { body })).data,
  )
  store(storageKeyOf(manifest, link), made._id)
  for (const { name, email, rights, expiresAt, revokedAt } of link.invitations) {
    if (revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now())) continue
    await call(createInvitation, { params: { id: made._id }, body: { name, email, rights, expiresAt } })
  }
  return made
}

/** The first that is not refused for what somebody else has taken, or for what this plan does not have. */
async function firstOf<Wanted, Made>(choices: Wanted[], attempt: (wanted: Wanted) => Promise<Made>): Promise<Made> {
  const [wanted, ...others] = choices
  try {
    return await attempt(wanted as Wanted)
  } catch (error) {
    if (others.length === 0 || !isRefused(error, 'SLUG_TAKEN', 'PLAN_FEATURE', 'VALIDATION_FAILED')) throw error
    return firstOf(others, attempt)
  }
}
