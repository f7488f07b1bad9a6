import { safeParse } from 'zod/mini'
import { updateProfile } from '#shared/accounts.ts'
import { setDomain } from '#shared/domain.ts'
import {
  type ExportedAccount,
  type ExportedLink,
  type ExportedSection,
  type ExportedStudio,
  exportedAccount,
  manifestName,
} from '#shared/export-format.ts'
import { updateImage } from '#shared/images.ts'
import { createInvitation } from '#shared/invitations.ts'
import { bytesOfMb, logoMaxMb } from '#shared/limits.ts'
import { fieldsOf, type NewLink } from '#shared/link-forms.ts'
import { createLink, getLink, type Link, orderImages } from '#shared/links.ts'
import { updateNotifications } from '#shared/notifications.ts'
import { createSection } from '#shared/sections.ts'
import { type LogoTheme, setStudioLogo, updateStudio } from '#shared/studio.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { readStored, store } from '#web/lib/storage.ts'
import { sendCommentsAndChoices } from './send-comments-and-choices.ts'
import { type SkippedImage, uploadImages } from './upload-images.ts'
import { openZip } from './zip-archive.ts'

type Options = { onProgress: (done: number, total: number) => void; signal: AbortSignal }

export type Imported = {
  links: number
  images: number
  skipped: SkippedImage[]
  /** Titles of links made private, because they'd otherwise be open to more people than before. */
  madePrivate: string[]
  /** Titles of links whose comments and favorites were only partly imported. */
  incomplete: string[]
  /** Parts of the export that have to be set up again, such as API keys. */
  leftOut: string[]
}

/** The manifest is read into memory as a string, which can take up twice the size of the file. */
const maxManifestBytes = bytesOfMb(200)

const isRefused = (error: unknown, ...codes: string[]) => error instanceof ApiError && codes.includes(error.code)

/**
 * Imports through the public API. Choosing the same file again resumes the import: the browser remembers which links it
 * created, and the server recognizes each upload by its idempotency key.
 */
export async function importAccount(file: Blob, { onProgress, signal }: Options): Promise<Imported> {
  const zip = await openZip(file)
  const manifest = await readManifest(await zip.read(manifestName, maxManifestBytes))
  const total = manifest.links.reduce((sum, { images }) => sum + images.length, 0)
  const imported: Imported = { links: 0, images: 0, skipped: [], madePrivate: [], incomplete: [], leftOut: [] }
  let done = 0
  onProgress(done, total)

  const { name, galleryName, notifications, studio, domain } = manifest.account
  const { keys = [], passkeys = [], identities = [], webhooks = [], collaborators = [] } = manifest.account
  if (keys.length > 0) imported.leftOut.push('API keys')
  if (passkeys.length > 0) imported.leftOut.push('passkeys')
  if (identities.length > 0) imported.leftOut.push('the connected account')
  if (webhooks.length > 0) imported.leftOut.push('webhooks')
  if (collaborators.length > 0) {
    imported.leftOut.push(`collaborators (${[...new Set(collaborators.map(({ email }) => email))].join(', ')})`)
  }
  if (galleryName !== name) await call(updateProfile, { body: { galleryName } })
  if (notifications) await call(updateNotifications, { body: notifications })
  const { isAllowed, hasLogo } = studio ? await importStudio(zip, studio) : { isAllowed: true, hasLogo: false }
  if (!isAllowed) imported.leftOut.push('branding')
  if (domain && !(await importDomain(domain))) imported.leftOut.push('your domain')
  for (const link of manifest.links) {
    signal.throwIfAborted()
    const found = await findCreated(manifest, link)
    const made = found ?? (await createFrom(manifest, link, variantsOf(link, hasLogo)))
    const isOtherText = !found && made.watermark?.text !== link.watermark.text
    if (isOtherText) imported.leftOut.push(`the watermark text of ${link.title}`)
    const sections = await createSections(made, link.sections)
    if (!found) await invite(made._id, link, sections)
    imported.links++
    if (made.isPrivate && !link.isPrivate) imported.madePrivate.push(link.title)
    const sent = await uploadImages(zip, made._id, link.images, {
      sections,
      signal,
      onDone: () => onProgress(++done, total),
    })
    imported.images += sent.images.length
    imported.skipped.push(...sent.skipped)
    for (const { image, id } of sent.images) {
      if (image.coverFocus) await call(updateImage, { params: { id }, body: { coverFocus: image.coverFocus } })
    }
    if (!(await sendCommentsAndChoices(made._id, link, sent.images, signal))) imported.incomplete.push(link.title)
    if (sent.ids.length > 1) {
      // The server rejects this order if the link's images have changed in the meantime. Then keep the current order.
      await call(orderImages, { params: { id: made._id }, body: { imageIds: sent.ids } }).catch((error) => {
        if (!isRefused(error, 'VALIDATION_FAILED')) throw error
      })
    }
  }
  return imported
}

/** The plan may not include branding, and the export may not contain a logo. */
async function importStudio(zip: Awaited<ReturnType<typeof openZip>>, { logo, logoDark, ...body }: ExportedStudio) {
  let hasLogo = false
  try {
    for (const [theme, name] of Object.entries({ light: logo, dark: logoDark })) {
      const file = name === null ? undefined : await zip.read(name, bytesOfMb(logoMaxMb))
      if (!file) continue
      const form = new FormData()
      form.append('logo', file, 'logo.png')
      await call(setStudioLogo, { params: { theme: theme as LogoTheme }, form })
      hasLogo = true
    }
    await call(updateStudio, { body })
    return { isAllowed: true, hasLogo }
  } catch (error) {
    if (isRefused(error, 'PLAN_FEATURE')) return { isAllowed: false, hasLogo }
    throw error
  }
}

/** The domain has to be verified again. Returns false if the plan doesn't include one, or someone else has it. */
async function importDomain(host: string) {
  try {
    await call(setDomain, { body: { host } })
    return true
  } catch (error) {
    if (isRefused(error, 'PLAN_FEATURE', 'DOMAIN_TAKEN', 'VALIDATION_FAILED')) return false
    throw error
  }
}

async function readManifest(file: Blob | undefined): Promise<ExportedAccount> {
  const text = await file?.text()
  const { data } = safeParse(exportedAccount, parseJson(text ?? ''))
  if (!data) throw new Error("This ZIP isn't a Framelight account export.")
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

/** Returns the link created by an earlier attempt, unless it was deleted or belongs to another account. */
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

const isPast = (instant: string | null) => instant !== null && Date.parse(instant) <= Date.now()

/** Expired links become private, so they stay closed, and links with a password, because exports don't include it. */
function variantsOf(link: ExportedLink, hasLogo: boolean): NewLink[] {
  const isOver = isPast(link.expiresAt)
  const wanted = {
    ...fieldsOf(link),
    isPrivate: link.isPrivate || link.hasPassword || isOver,
    expiresAt: isOver ? null : link.expiresAt,
    // The server only accepts dates in the future.
    ...(isPast(link.revealAt) && { visitorsSee: 'all' as const, revealAt: null }),
    ...(isPast(link.uploadsCloseAt) && { guestUploads: 'off' as const, uploadsCloseAt: null }),
  }
  const { slug: _slug, ...withoutSlug } = wanted
  const variants = [wanted, withoutSlug, { ...withoutSlug, expiresAt: null, isPrivate: true }]
  return marksOf(link, hasLogo).flatMap((watermark) => variants.map((fields) => ({ ...fields, watermark })))
}

/** Without the logo, the text is drawn. If that's impossible, the server draws this character too. */
function marksOf({ watermark }: ExportedLink, hasLogo: boolean) {
  const mark = hasLogo ? watermark : { ...watermark, source: 'text' as const }
  return [mark, { ...watermark, source: 'text' as const, text: '©' }]
}

async function createFrom(manifest: ExportedAccount, link: ExportedLink, variants: NewLink[]) {
  const made = await firstOf(variants, async (body) => (await call(createLink, { body })).data)
  store(storageKeyOf(manifest, link), made._id)
  return made
}

/** Returns the new ID of each exported section. Reuses the sections that an earlier attempt created. */
async function createSections({ _id: id, sections: known = [] }: Link, exported: ExportedSection[]) {
  const ids = new Map<string, string>()
  for (const [index, { _id, ...body }] of exported.entries()) {
    const earlier = known[index]?.title === body.title ? known[index] : undefined
    const section = earlier ?? (await call(createSection, { params: { id }, body })).data
    ids.set(_id, section._id)
  }
  return ids
}

async function invite(id: string, { invitations, uploadsCloseAt }: ExportedLink, ids: ReadonlyMap<string, string>) {
  for (const { name, email, rights: given, sections, expiresAt, revokedAt } of invitations) {
    if (revokedAt !== null || isPast(expiresAt)) continue
    const here = sections?.flatMap((section) => ids.get(section) ?? []) ?? null
    // The closing date can't be imported anymore.
    const rights = isPast(uploadsCloseAt) && given.add ? { ...given, add: false } : given
    await call(createInvitation, { params: { id }, body: { name, email, rights, sections: here, expiresAt } })
  }
}

/** Tries each variant until the server accepts one. Errors that another variant can't avoid are thrown. */
async function firstOf<Wanted, Made>(choices: Wanted[], attempt: (wanted: Wanted) => Promise<Made>): Promise<Made> {
  const [wanted, ...others] = choices
  try {
    return await attempt(wanted as Wanted)
  } catch (error) {
    if (others.length === 0 || !isRefused(error, 'SLUG_TAKEN', 'PLAN_FEATURE', 'VALIDATION_FAILED')) throw error
    return firstOf(others, attempt)
  }
}
