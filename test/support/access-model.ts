import type { Image } from '#shared/images.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { Person } from './builders.ts'

export type Grant = { passwordVersion: number } | { invitation: number }
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
  saved: Saved[]
}

const isOpenToAll = ({ isPrivate, password }: AccessModel) => !isPrivate && password === null

function isLive({ isPrivate, password, passwordVersion, invitations }: AccessModel, grant: Grant) {
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

/** An image URL signed for a pass works as long as the pass does. */
export function statusOfFile(model: AccessModel, grant: Grant | undefined) {
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
