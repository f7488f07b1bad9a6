import { readMembers } from './json-members.mjs'
import { createLink } from './links.mjs'
import { linkKey } from './pictures.mjs'
import { FileProblem, ServerError, Stopped } from './problems.mjs'
import { sendFeedback } from './send-feedback.mjs'
import { uploadPictures } from './upload-pictures.mjs'

const damaged = () => new Stopped('INVALID_EXPORT', "This Framelight export is damaged, or it's from a newer version.")

/** Returns undefined if the file is something else. Throws before anything is sent if an export is damaged. */
export async function openAccountExport(manifest) {
  const about = {}
  let hasProblem = false
  try {
    for await (const [name, value] of readMembers(manifest.open())) {
      if (name === 'links') hasProblem ||= !isLink(value)
      else if (name === 'account' || typeof value !== 'object') about[name] = value
    }
  } catch (error) {
    if (about.format !== 'framelight-account') return undefined
    if (error instanceof SyntaxError || error instanceof FileProblem) throw damaged()
    throw error
  }
  if (about.format !== 'framelight-account') return undefined
  if (hasProblem || about.version !== 1 || typeof about._id !== 'string') throw damaged()
  return { id: about._id, leftOut: leftOutOf(about.account ?? {}), links: () => linksIn(manifest) }
}

/** Keys can't change the account itself. */
function leftOutOf(account) {
  const has = (name) => Array.isArray(account[name]) && account[name].length > 0
  const emails = has('collaborators') && new Set(account.collaborators.map((one) => one?.email))
  return [
    has('keys') && 'API keys',
    has('passkeys') && 'passkeys',
    has('identities') && 'the connected account',
    has('webhooks') && 'webhooks',
    emails && `collaborators (${[...emails].join(', ')})`,
    account.galleryName !== account.name && 'the gallery name',
    account.notifications && 'notification settings',
    account.studio && 'branding',
    account.domain && 'your domain',
  ].filter(Boolean)
}

async function* linksIn(manifest) {
  for await (const [name, value] of readMembers(manifest.open())) if (name === 'links') yield value
}

const isBoolean = (value) => typeof value === 'boolean'
const isText = (value) => typeof value === 'string'
const isDate = (value) => value === null || (isText(value) && !Number.isNaN(Date.parse(value)))
const isPast = (instant) => isText(instant) && Date.parse(instant) <= Date.now()

/** With a default for one of these fields, a damaged export could open a link to more people. */
const isLink = (link) =>
  [link?.isPrivate, link?.isListed, link?.allowDownloads, link?.hasPassword].every(isBoolean) &&
  isDate(link.expiresAt) &&
  (link.watermark === undefined || isText(link.watermark?.mode)) &&
  isText(link._id) &&
  isText(link.title) &&
  [link.images, link.invitations, link.choices].every(Array.isArray) &&
  link.images.every((image) => isText(image?._id) && isText(image.file) && Array.isArray(image.comments))

/** Imports through the public API. `byPath` are the files of the export. */
export async function importAccount(api, { id, leftOut, links }, { byPath, report, server, limitMb }) {
  for (const part of leftOut) report.leaveOut(part)
  for await (const exported of links()) {
    const link = createExportedLink(api, { exportId: id, exported, report, server })
    const images = await sendImages(api, exported, { link, byPath, report, limitMb })
    const made = await link.require()
    if (report.isDryRun) continue
    await setFocus(api, images)
    await sendFeedback(api, made._id, { choices: exported.choices, images, report })
    await orderImages(api, made._id, images)
    await inviteAgain(api, made._id, exported, link.sectionIds())
  }
}

function createExportedLink(api, { exportId, exported, report, server }) {
  const key = linkKey('export', exportId, exported._id)
  const variants = variantsOf(exported)
  let sectionIds = new Map()
  const link = createLink(api, { key, report, server })

  async function create() {
    const made = await firstAccepted(variants, (fields) => link.require(fields))
    const isOtherText = made.isNew && exported.watermark && made.watermark?.text !== exported.watermark.text
    if (isOtherText) report.leaveOut(`the watermark text of ${exported.title}`)
    if (!report.isDryRun && exported.sections?.length > 0) sectionIds = await createSections(api, made, exported)
    return made
  }
  let creating
  return {
    require: () => {
      creating ??= create()
      return creating
    },
    sectionIds: () => sectionIds,
  }
}

/** What the owner can't set, or what's sent in its own calls. */
function fieldsOf(link) {
  const { _id, hasPassword, views, createdAt, choices, invitations, images, sections, password, ...fields } = link
  return fields
}

/** Expired links become private, so they stay closed, and links with a password, because exports don't include it. */
function variantsOf(link) {
  const isOver = isPast(link.expiresAt)
  const wanted = {
    ...fieldsOf(link),
    isPrivate: link.isPrivate || link.hasPassword || isOver,
    expiresAt: isOver ? null : link.expiresAt,
    // The server only accepts dates in the future.
    ...(isPast(link.revealAt) && { visitorsSee: 'all', revealAt: null }),
    ...(isPast(link.uploadsCloseAt) && { guestUploads: 'off', uploadsCloseAt: null }),
  }
  const { slug: _slug, ...withoutSlug } = wanted
  const variants = [wanted, withoutSlug, { ...withoutSlug, expiresAt: null, isPrivate: true }]
  return marksOf(link).flatMap((mark) => variants.map((fields) => ({ ...fields, ...mark })))
}

/** Without the account's logo, the text is drawn. If that's impossible, the server draws this character too. */
function marksOf({ watermark }) {
  if (!watermark) return [{}]
  const mark = { ...watermark, source: 'text' }
  return [{ watermark: mark }, { watermark: { ...mark, text: '©' } }]
}

const anotherVariant = new Set(['SLUG_TAKEN', 'PLAN_FEATURE', 'VALIDATION_FAILED'])

async function firstAccepted([variant, ...others], create) {
  try {
    return await create(variant)
  } catch (error) {
    if (others.length === 0 || !(error instanceof ServerError) || !anotherVariant.has(error.code)) throw error
    return firstAccepted(others, create)
  }
}

/** Returns the new id of each section. Sections of an earlier attempt are found by their titles. */
async function createSections(api, link, { sections }) {
  const path = `/api/links/${link._id}/sections`
  const existing = link.isNew ? [] : (await api.get(path)).data
  const ids = new Map()
  for (const { _id, title, text, anchor } of sections) {
    const at = existing.findIndex((section) => section.title === title)
    const [found] = at < 0 ? [] : existing.splice(at, 1)
    ids.set(_id, (found ?? (await api.post(path, { title, text, anchor })).data)._id)
  }
  return ids
}

async function sendImages(api, exported, { link, byPath, report, limitMb }) {
  const pictures = []
  for (const image of exported.images) {
    const picture = byPath.get(image.file.normalize('NFC'))
    if (picture) {
      const details = async () => fieldsOfImage(image, link.sectionIds())
      pictures.push({ ...picture, name: image.fileName || picture.name, image, details })
    } else report.refuse(image.file, new FileProblem('MISSING', "It's missing from the export."))
  }
  report.expect(exported.images.length)
  const idOf = new Map()
  await uploadPictures(api, pictures, {
    requireLink: link.require,
    limitMb,
    report,
    onImage: ({ image }, imageId) => idOf.set(image, imageId),
  })
  return exported.images.flatMap((image) => (idOf.has(image) ? [{ image, id: idOf.get(image) }] : []))
}

function fieldsOfImage({ title, description, isCover, state, addedBy, takenAt, sectionId }, sectionIds) {
  const section = sectionIds.get(sectionId)
  return {
    title: title ?? '',
    description: description ?? '',
    isCoverImage: String(isCover === true),
    ...(state && { state }),
    ...(addedBy && !addedBy.isCollaborator && { addedBy: addedBy.name }),
    ...(isDate(takenAt) && takenAt && { takenAt: new Date(takenAt).toISOString() }),
    ...(section && { sectionId: section }),
  }
}

async function setFocus(api, images) {
  for (const { image, id } of images) {
    if (image.coverFocus) await api.put(`/api/images/${id}`, { coverFocus: image.coverFocus })
  }
}

async function orderImages(api, linkId, images) {
  const imageIds = [...new Set(images.filter(({ image }) => image.state !== 'waiting').map(({ id }) => id))]
  if (imageIds.length < 2) return
  // The server rejects this order if the link's images have changed in the meantime. Then keep the current order.
  await api.put(`/api/links/${linkId}/order`, { imageIds }).catch((error) => {
    if (!(error instanceof ServerError) || error.code !== 'VALIDATION_FAILED') throw error
  })
}

/** Skips invitations that are over, that exist already, or whose sections don't: without them, they'd open more. */
async function inviteAgain(api, linkId, { invitations, uploadsCloseAt }, sectionIds) {
  const isOver = ({ revokedAt, expiresAt }) => revokedAt !== null || isPast(expiresAt)
  const wanted = invitations.filter((invitation) => !isOver(invitation))
  if (wanted.length === 0) return
  const path = `/api/links/${linkId}/invitations`
  const existing = new Set((await api.get(path)).data.map(({ name, email }) => JSON.stringify([name, email])))
  for (const { name, email, rights, expiresAt, sections = null } of wanted) {
    const given = sections?.map((id) => sectionIds.get(id)).filter(Boolean) ?? null
    if (existing.has(JSON.stringify([name, email])) || given?.length === 0) continue
    // The closing date can't be imported anymore.
    const left = isPast(uploadsCloseAt) && rights?.add ? { ...rights, add: false } : rights
    await api.post(path, { name, email, rights: left, expiresAt, ...(given && { sections: given }) })
  }
}
