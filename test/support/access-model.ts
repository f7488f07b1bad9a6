import type { Image } from '#shared/images.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { Person } from './builders.ts'

/** What somebody came in by. */
export type Grant = { passwordVersion: number } | { invitation: number }
/** A browser: the passes in its cookie, and the grants that they came by, both with the newest first. */
export type Visitor = { passes: string; grants: Grant[] }
/** An address of the picture that somebody saved once, and what it was made for: nobody, or a pass through that grant. */
type Saved = { url: string; grant: Grant | undefined }
export type OwnedLink = { _id: string; slug: string; owner: Person }

/** A link with one picture, as far as it decides who may see it; what the server does is compared with it. */
export type AccessModel = {
  link: OwnedLink
  image: Pick<Image, '_id'>
  /** Or in a link behind a password that nobody knows. */
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

/** Whether a pass that was given at this grant opens anything. */
function isLive({ isPrivate, password, passwordVersion, invitations }: AccessModel, grant: Grant) {
  if ('passwordVersion' in grant) return !isPrivate && password !== null && grant.passwordVersion === passwordVersion
  const invitation = invitations[grant.invitation]
  return invitation !== undefined && !invitation.isRevoked && !invitation.isOver
}

/** The grant whose pass a visitor's pictures are signed for. */
export const liveGrantOf = (model: AccessModel, { grants }: Visitor) => grants.find((grant) => isLive(model, grant))

const maySee = (model: AccessModel, grants: Grant[]) =>
  isOpenToAll(model) || grants.some((grant) => isLive(model, grant))

export const maySeeImage = (model: AccessModel, { grants }: Visitor) => model.isImageHere && maySee(model, grants)

/** Whoever comes in holds the pass of that grant, and of the others those that have not ended. */
export function comeIn(model: AccessModel, who: Visitor, grant: Grant, passes: string) {
  const others = who.grants.filter((held) => JSON.stringify(held) !== JSON.stringify(grant))
  who.grants = [grant, ...others.filter((held) => isLive(model, held))]
  who.passes = passes
}

/** With which status an address of the picture answers: one that was signed for a pass is as good as that pass. */
export function statusOfFile(model: AccessModel, grant: Grant | undefined) {
  if (!model.isImageHere) return 403
  return model.isDeleted ? 404 : maySee(model, grant ? [grant] : []) ? 200 : 403
}

/** With which status every place answers to a visitor. */
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
