export type Photo = {
  id: string
  /** The number of the guest who can take it back. Null if it's the owner's or was moved here. */
  guest: number | null
  state: 'shown' | 'waiting'
  bytes: Buffer
  plainUrl: string
}
export type Guest = { pass: string; id: string; isBlocked: boolean }
export type Model = {
  link: { _id: string; slug: string }
  isPrivate: boolean
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
export const newModel = (link: Model['link']): Model => ({
  link,
  isPrivate: false,
  isOn: true,
  isClosed: false,
  needsApproval: true,
  visitorsSee: 'all',
  limitPerGuest: 100,
  shown: [],
  waiting: [],
  gone: [],
  guests: [0, 1].map(() => ({ pass: '', id: '', isBlocked: false })),
})

export const addedBy = (model: Model, guest: number) =>
  [...model.shown, ...model.waiting].filter((photo) => photo.guest === guest)

export function leave(model: Model, photo: Photo) {
  model.shown = model.shown.filter((other) => other !== photo)
  model.waiting = model.waiting.filter((other) => other !== photo)
  model.gone.push(photo)
}

export function show(model: Model, photos: Photo[]) {
  for (const photo of photos) {
    photo.state = 'shown'
    model.waiting = model.waiting.filter((other) => other !== photo)
    model.shown.push(photo)
  }
}
