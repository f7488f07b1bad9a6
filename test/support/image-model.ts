import type { CollaboratorRole } from '#shared/collaborator-forms.ts'
import type { Person } from './builders.ts'

export const sectionTitle = 'Coast'

export type Link = {
  id: string
  slug: string
  isPrivate: boolean
  sections: string[]
  isTrashed: boolean
  /** Someone who is invited to one section. */
  guest?: { pass: string; section: string }
}
export type Photo = {
  id: string
  /** The same for all copies of an upload. */
  folder: string
  link: Link
  section: string | null
  position: number
  isTrashed: boolean
  url: string
  /** The URL that the guest of this link saved, which may be signed. */
  saved?: { url: string; link: Link }
  /** The name of the collaborator who added it. */
  addedBy: string | null
}
/** What someone was invited to. Without a link, it's all of them. */
export type Grant = { id: string; person: Person; link: Link | null; role: CollaboratorRole; isActive: boolean }
/** A model of an account with its images and collaborators, to compare with the server. */
export type Model = {
  owner: Person
  people: Person[]
  grants: Grant[]
  links: Link[]
  photos: Photo[]
  sizes: Map<string, number>
  nextPosition: number
}

export const asOwner = ({ owner }: Model) => ({ token: owner.token })
const isLive = (photo: Photo) => !photo.isTrashed && !photo.link.isTrashed
export const livePhotos = ({ photos }: Model) => photos.filter(isLive)
export const trashedPhotos = ({ photos }: Model) => photos.filter(({ isTrashed }) => isTrashed)
export const openLinks = ({ links }: Model) => links.filter((link) => !link.isTrashed)
export const trashedLinks = ({ links }: Model) => links.filter(({ isTrashed }) => isTrashed)
export const idsOf = (photos: Photo[]) => photos.map(({ id }) => id)

export function pick<T>(list: T[], which: number): T | undefined {
  return list[which % list.length]
}

/** Takes up to three items, in an order that depends on `which`. */
export function pickSome<T>(list: T[], which: number) {
  const first = list.length === 0 ? 0 : which % list.length
  const some = [...list.slice(first), ...list.slice(0, first)].slice(0, 1 + (which % 3))
  return which % 2 === 0 ? some : some.reverse()
}

const placeOf = ({ link, section }: Photo) => (section === null ? 0 : link.sections.indexOf(section) + 1)

/** The images of a link in gallery order, including those in the trash. */
export const placesIn = ({ photos }: Model, link: Link) =>
  photos
    .filter((photo) => photo.link === link)
    .toSorted((one, other) => placeOf(one) - placeOf(other) || one.position - other.position)

export const shownIn = (model: Model, link: Link) => placesIn(model, link).filter(isLive)

/** The folder of each image in a ZIP of these images. Only sections with images are numbered. */
export function foldersOf(shown: Photo[]) {
  const sections = [...new Set(shown.map(({ section }) => section))].filter((section) => section !== null)
  return shown.map(({ section }) =>
    section === null ? '' : `${String(sections.indexOf(section) + 1).padStart(2, '0')} ${sectionTitle}/`,
  )
}

/** On a public link, the guest sees all images like everyone else. */
export const isLimited = ({ guest, isPrivate }: Link) => guest !== undefined && isPrivate

/** The images that the link's guest can see, or any visitor if there is no guest. */
export const shownToVisitor = (model: Model, link: Link) =>
  shownIn(model, link).filter(({ section }) => !isLimited(link) || section === link.guest?.section)

/** What the link's guest gets for a URL that they saved while they saw the image. */
export function statusForGuest(photo: Photo) {
  const isSeen = !isLimited(photo.link) || photo.section === photo.link.guest?.section
  return isLive(photo) && isSeen ? 200 : 404
}

export const statusForStrangers = (photo: Photo) => (isLive(photo) ? (photo.link.isPrivate ? 403 : 200) : 404)

export const sectionIn = (link: Link, which: number) => pick([null, ...link.sections], which >> 3) ?? null

/** Deleting a link for good also deletes its images and grants. */
export function forget(model: Model, { photos = [], links = [] }: { photos?: Photo[]; links?: Link[] }) {
  model.photos = model.photos.filter((photo) => !photos.includes(photo) && !links.includes(photo.link))
  model.links = model.links.filter((link) => !links.includes(link))
  model.grants = model.grants.filter(({ link }) => link === null || !links.includes(link))
}

/** Half of all actions are the owner's. */
export const actorOf = ({ owner, people }: Model, which: number) => pick([owner, ...people, owner], which >> 4) ?? owner

const roles = ['visitor', 'uploader', 'editor', 'owner'] as const
export type Role = (typeof roles)[number]

/** The stronger role counts if someone was invited twice. */
export function roleOn({ owner, grants }: Model, person: Person, link: Link): Role {
  if (person === owner) return 'owner'
  const here = grants.filter((each) => each.isActive && each.person === person && (each.link ?? link) === link)
  return roles.findLast((role) => here.some((each) => each.role === role)) ?? 'visitor'
}

export const may = (model: Model, person: Person, least: Role, links: Link[]) =>
  links.every((link) => roles.indexOf(roleOn(model, person, link)) >= roles.indexOf(least))

export const linksOf = (photos: Photo[]) => [...new Set(photos.map(({ link }) => link))]
