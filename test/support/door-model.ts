import type { Image } from '#shared/images.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { Person } from './builders.ts'

/** What somebody came in by. */
export type Door = { passwordVersion: number } | { invitation: number }
/** A browser: the passes in its cookie, and the doors that they came by, both with the newest first. */
export type Visitor = { passes: string; doors: Door[] }
/** An address of the picture that somebody saved once, and what it was made for: nobody, or a pass through that door. */
type Saved = { url: string; door: Door | undefined }
export type OwnedLink = { _id: string; slug: string; owner: Person }

/** A link with one picture, as far as it decides who may see it; what the server does is compared with it. */
export type DoorModel = {
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

const isOpenToAll = ({ isPrivate, password }: DoorModel) => !isPrivate && password === null

/** Whether a pass that was given at this door opens anything. */
function isLive({ isPrivate, password, passwordVersion, invitations }: DoorModel, door: Door) {
  if ('passwordVersion' in door) return !isPrivate && password !== null && door.passwordVersion === passwordVersion
  const invitation = invitations[door.invitation]
  return invitation !== undefined && !invitation.isRevoked && !invitation.isOver
}

/** The door whose pass a visitor's pictures are signed for. */
export const liveDoorOf = (model: DoorModel, { doors }: Visitor) => doors.find((door) => isLive(model, door))

const maySee = (model: DoorModel, doors: Door[]) => isOpenToAll(model) || doors.some((door) => isLive(model, door))

export const maySeeImage = (model: DoorModel, { doors }: Visitor) => model.isImageHere && maySee(model, doors)

/** Whoever comes in holds the pass of that door, and of the others those that have not ended. */
export function comeIn(model: DoorModel, who: Visitor, door: Door, passes: string) {
  const others = who.doors.filter((held) => JSON.stringify(held) !== JSON.stringify(door))
  who.doors = [door, ...others.filter((held) => isLive(model, held))]
  who.passes = passes
}

/** With which status an address of the picture answers: one that was signed for a pass is as good as that pass. */
export function statusOfFile(model: DoorModel, door: Door | undefined) {
  if (!model.isImageHere) return 403
  return model.isDeleted ? 404 : maySee(model, door ? [door] : []) ? 200 : 403
}

/** With which status every place answers to a visitor. */
export function statusesFor(model: DoorModel, { doors }: Visitor): Record<string, number> {
  const { link, image, isImageHere, isDeleted } = model
  const refusedOr = (open: number) => (isDeleted ? 404 : maySee(model, doors) ? open : 403)
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
