export type Photo = {
  id: string
  /** The number of the guest who can take it back. Null if it's the owner's or was moved here. */
  guest: number | null
  state: 'shown' | 'waiting'
  bytes: Buffer
  plainUrl: string
}
/** `passes` are in the browser's cookie. `isUnlocked` means that one of them is for the link's current password. */
export type Guest = { passes: string; id: string; isBlocked: boolean; isUnlocked: boolean; favorites: Set<string> }
export type Model = {
  link: { _id: string; slug: string }
  wall: string
  isExpired: boolean
  isPrivate: boolean
  password: string | null
  isOn: boolean
  isClosed: boolean
  needsApproval: boolean
  visitorsSee: 'all' | 'own'
  limitPerGuest: number
  /** In gallery order. */
  shown: Photo[]
  /** In order of arrival. */
  waiting: Photo[]
  /** Taken back, rejected, deleted or moved to a private link. */
  gone: Photo[]
  guests: Guest[]
}

/** A link that two guests can add to, with approval. */
export const newModel = (link: Model['link'], wall: string): Model => ({
  link,
  wall,
  isExpired: false,
  isPrivate: false,
  password: null,
  isOn: true,
  isClosed: false,
  needsApproval: true,
  visitorsSee: 'all',
  limitPerGuest: 100,
  shown: [],
  waiting: [],
  gone: [],
  guests: [0, 1].map(() => ({ passes: '', id: '', isBlocked: false, isUnlocked: false, favorites: new Set() })),
})

/** What the link answers to this guest or stranger, or undefined if it's open to them. */
export function closedAnswer({ isExpired, isPrivate, password }: Model, guest: Guest | undefined) {
  if (isExpired) return { status: 410, code: 'LINK_EXPIRED' }
  if (isPrivate) return { status: 403, code: 'LINK_PRIVATE' }
  if (password !== null && !guest?.isUnlocked) return { status: 403, code: 'PASSWORD_REQUIRED' }
  return undefined
}

export const isClosedTo = (model: Model, guest: Guest | undefined) => closedAnswer(model, guest) !== undefined

/** Passes for a password end when it changes or the link becomes private. */
export function lockOut({ guests }: Model) {
  for (const guest of guests) guest.isUnlocked = false
}

export const addedBy = (model: Model, guest: number) =>
  [...model.shown, ...model.waiting].filter((photo) => photo.guest === guest)

export function leave(model: Model, photo: Photo) {
  model.shown = model.shown.filter((other) => other !== photo)
  model.waiting = model.waiting.filter((other) => other !== photo)
  model.gone.push(photo)
  for (const { favorites } of model.guests) favorites.delete(photo.id)
}

export function show(model: Model, photos: Photo[]) {
  for (const photo of photos) {
    photo.state = 'shown'
    model.waiting = model.waiting.filter((other) => other !== photo)
    model.shown.push(photo)
  }
}
