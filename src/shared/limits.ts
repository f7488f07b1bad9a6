export const nameLength = { min: 2, max: 100 } as const
export const emailMaxLength = 254
export const tokenMaxLength = 128
export const passwordLength = { min: 6, max: 200 } as const
export const linkPasswordLength = { min: 6, max: 100 } as const
export const guestNameMaxLength = 100
/** Applies to notes from visitors to the owner, and from the owner to an invited person. */
export const noteMaxLength = 500
export const maxInvitations = 200
export const choiceMaxSize = 750
export const maxGuestsOfLink = 20_000
export const maxChoicesOfLink = 10_000
export const maxCommentsOfImage = 10_000
/** A live wall shows up to this many images. */
export const wallMaxImages = 500
export const maxGuestUploads = 5000
export const maxUploadsPerGuest = 500
export const maxSections = 50
export const studioNameMaxLength = 60
export const studioLineMaxLength = 100
export const hostMaxLength = 253
export const websiteMaxLength = 200
export const logoMaxMb = 2
export const watermarkTextMaxLength = 60
/** In percent. */
export const watermarkOpacity = { min: 10, max: 80 } as const
/** In percent of the image's width. */
export const watermarkSize = { min: 5, max: 40 } as const
export const titleMaxLength = 100
export const descriptionMaxLength = 500
export const commentMaxLength = 1000
export const subjectMaxLength = 150
export const messageMaxLength = 5000
export const maxSetLimit = 1_000_000
export const slugLength = { min: 3, max: 60 } as const
/** Invitations that an owner has sent, one per person and scope. */
export const maxCollaboratorScopes = 500
/** Other people's invitations that someone has accepted. Each request reads them. */
export const maxCollaborations = 200
export const keyNameMaxLength = 100
export const maxApiKeys = 50
export const maxLinksOfKey = 100
export const maxWebhooks = 10
export const maxLinksOfWebhook = 100
export const webhookUrlMaxLength = 2000
/** Of each webhook. */
export const deliveriesKept = 50
/** Images of one message. */
export const imagesPerMessage = 100
/** Idempotency keys of one call. */
export const knownKeysMax = 500
export const searchMaxLength = 200
export const pageMaxSize = 100
export const bulkMaxSize = 1000
/** Images of a link that can be reordered, which is more than a gallery shows well. */
export const orderMaxSize = 20_000
/** The image IDs are part of a URL, and URLs are limited to 16 KiB. */
export const downloadMaxSize = 500
export const uploadKeyMaxLength = 200
export const fileNameMaxLength = 200
export const defaultFileLimitMb = 10
export const maxFileLimitMb = 200
export const maxTrashDays = 365
export const bytesOfMb = (megabytes: number) => megabytes * 2 ** 20
/** Limits the rows that imports can add to one link: comments, choices and the images in them. */
export const importedRowsOfLink = 250_000
export const importedBytesPerDay = bytesOfMb(100)
