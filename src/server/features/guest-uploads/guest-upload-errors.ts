import { type Access, type LinkFacts, uploadsClosed } from '#server/features/access/link-access.ts'
import { AppError } from '#shared/errors.ts'

/** Blocked guests get exactly this error. */
export const uploadsOff = () => new AppError('UPLOADS_OFF', "This gallery doesn't take photos from guests.")

export const uploadsHaveClosed = () => new AppError('UPLOADS_OFF', 'This gallery no longer takes photos.')

/** Explains why a visitor can't add images. */
export function whyOff(link: LinkFacts, { pass, isBlocked }: Access, now: Date) {
  if (isBlocked) return uploadsOff()
  const add = pass?.invitation?.givenRights.add
  if (add === false) return new AppError('UPLOADS_OFF', "Your invitation doesn't include adding photos.")
  if (link.guestUploads === 'off' && add !== true) return uploadsOff()
  if (uploadsClosed(link, now)) return uploadsHaveClosed()
  return new AppError('UPLOADS_OFF', 'Only people with an invitation can add photos to this gallery.')
}

export const uploadLimit = (limit: number) => {
  const photos = limit === 1 ? '1 photo' : `${limit} photos`
  return new AppError('UPLOAD_LIMIT', `You have added ${photos}, the most this gallery takes from one person.`)
}

/** Guests don't learn whether it's the link's limit, the owner's plan or the disk. */
export const galleryFull = () => new AppError('GALLERY_FULL', 'This gallery cannot take any more photos.')
