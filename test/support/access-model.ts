import type { KeyScope } from '#shared/api-key-forms.ts'
import type { Image } from '#shared/images.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { Person } from './builders.ts'

/** `links` says which links of the link's owner the key works for. A stranger's key works for none of them. */
export type ModelKey = {
  token: string
  id: string
  owner: Person
  scopes: KeyScope[]
  links: 'all' | 'this' | 'other' | 'none'
  isDead: boolean
}
export type Grant = { passwordVersion: number } | { invitation: number } | { key: ModelKey }
/** A browser with the passes in its cookie and their grants, both newest first. */
export type Visitor = { passes: string; grants: Grant[] }
/** An image URL that a visitor saved, and the grant it was signed for, if any. */
type Saved = { url: string; grant: Grant | undefined }
export type OwnedLink = { _id: string; slug: string; owner: Person }

/** A model of who can see a link with one image, to compare with the server. */
export type AccessModel = {
  link: OwnedLink
  image: Pick<Image, '_id'>
  /** False while the image is in another link, with a password that no visitor has. */
  isImageHere: boolean
  isPrivate: boolean
  isDeleted: boolean
  password: string | null
  passwordVersion: number
  invitations: { made: Invitation; isRevoked: boolean; isOver: boolean }[]
  visitors: Visitor[]
  keys: ModelKey[]
  saved: Saved[]
}

const isOpenToAll = ({ isPrivate, password }: AccessModel) => !isPrivate && password === null

const nobody: Visitor = { passes: '', grants: [] }

const covers = ({ links }: ModelKey, where: 'this' | 'other') => links === 'all' || links === where
const coversImage = ({ isImageHere }: AccessModel, key: ModelKey) => covers(key, isImageHere ? 'this' : 'other')

function isLive({ isPrivate, password, passwordVersion, invitations }: AccessModel, grant: Grant) {
  if ('key' in grant) return false
  if ('passwordVersion' in grant) return !isPrivate && password !== null && grant.passwordVersion === passwordVersion
  const invitation = invitations[grant.invitation]
  return invitation !== undefined && !invitation.isRevoked && !invitation.isOver
}

/** Returns the grant that a visitor's image URLs are signed for. */
export const liveGrantOf = (model: AccessModel, { grants }: Visitor) => grants.find((grant) => isLive(model, grant))

const maySee = (model: AccessModel, grants: Grant[]) =>
  isOpenToAll(model) || grants.some((grant) => isLive(model, grant))

export const maySeeImage = (model: AccessModel, { grants }: Visitor) => model.isImageHere && maySee(model, grants)

/** Adds a pass for this grant. The visitor keeps their other valid passes. */
export function recordEntry(model: AccessModel, who: Visitor, grant: Grant, passes: string) {
  const others = who.grants.filter((held) => JSON.stringify(held) !== JSON.stringify(grant))
  who.grants = [grant, ...others.filter((held) => isLive(model, held))]
  who.passes = passes
}

/** An image URL signed for a pass or a key works as long as the pass or the key does. */
export function statusOfFile(model: AccessModel, grant: Grant | undefined): number {
  if (grant && 'key' in grant && !grant.key.isDead && grant.key.links !== 'none') {
    if (model.isImageHere && model.isDeleted) return 404
    return coversImage(model, grant.key) ? 200 : 403
  }
  if (!model.isImageHere) return 403
  return model.isDeleted ? 404 : maySee(model, grant ? [grant] : []) ? 200 : 403
}

export function statusesFor(model: AccessModel, { grants }: Visitor): Record<string, number> {
  const { link, image, isImageHere, isDeleted } = model
  const refusedOr = (open: number) => (isDeleted ? 404 : maySee(model, grants) ? open : 403)
  const ofImage = isImageHere ? refusedOr(200) : 403
  return {
    [`/api/links/slug/${link.slug}`]: refusedOr(200),
    [`/links/${link.slug}`]: refusedOr(200),
    [`/api/links/${link._id}/images`]: refusedOr(200),
    [`/api/links/slug/${link.slug}/download`]: refusedOr(isImageHere ? 200 : 404),
    [`/api/images/${image._id}`]: ofImage,
    [`/images/${image._id}`]: ofImage,
    [`/api/comments/image/${image._id}`]: ofImage,
    [`/media/${image._id}/card.jpg`]: statusOfFile(model, undefined),
  }
}

/** Paths of what only accounts and their keys can call, with the scope that a key needs. */
function statusesForAccounts(model: AccessModel, key: ModelKey): Record<string, number> {
  const { link, image, isImageHere, isDeleted } = model
  const unless = (scope: KeyScope, status: number) => (key.scopes.includes(scope) ? status : 403)
  const ofLink = isDeleted ? 404 : covers(key, 'this') ? 200 : 403
  const ofImage = isImageHere ? ofLink : coversImage(model, key) ? 200 : 403
  return {
    '/api/auth/me': 403,
    '/api/auth/keys/current': 200,
    '/api/links': unless('read', 200),
    '/api/analytics': unless('read', key.links === 'this' || key.links === 'other' ? 403 : 200),
    [`/api/links/${link._id}/invitations`]: unless('manage', ofLink),
    [`POST /api/links/${link._id}/images/known`]: unless('upload', ofLink),
    [`PUT /api/images/${image._id}`]: unless('manage', ofImage),
  }
}

/** A dead key is no key. On their own links, a key sees what its owner does, and elsewhere what a visitor does. */
export function statusesForKey(model: AccessModel, key: ModelKey): Record<string, number> {
  const asVisitor = statusesFor(model, nobody)
  const forAccounts = statusesForAccounts(model, key)
  if (key.isDead) return { ...asVisitor, ...mapStatuses(forAccounts, () => 401) }
  const ofKey = (path: string, open: number) => {
    if (!/^\/(api|media)\//.test(path) || !key.scopes.includes('read')) return 403
    if (key.links === 'none') return open
    const isOfImage = path.includes(model.image._id)
    if (model.isDeleted && (!isOfImage || model.isImageHere)) return 404
    if (!(isOfImage ? coversImage(model, key) : covers(key, 'this'))) return 403
    if (path.startsWith('/media/')) return open
    return path.endsWith('/download') && !model.isImageHere ? 404 : 200
  }
  return { ...mapStatuses(asVisitor, ofKey), ...forAccounts }
}

const mapStatuses = (statuses: Record<string, number>, map: (path: string, status: number) => number) =>
  Object.fromEntries(Object.entries(statuses).map(([path, status]) => [path, map(path, status)]))
