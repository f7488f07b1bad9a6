export const nameLength = { min: 2, max: 100 } as const
export const emailMaxLength = 254
export const tokenMaxLength = 128
export const passwordLength = { min: 6, max: 200 } as const
export const linkPasswordLength = { min: 6, max: 100 } as const
export const guestNameMaxLength = 100
/** Of what a visitor writes to a link's owner, and the owner to somebody invited. */
export const noteMaxLength = 500
export const maxInvitations = 200
export const choiceMaxSize = 750
/** What strangers can leave on one link, or on one image. */
export const maxGuestsOfLink = 20_000
export const maxChoicesOfLink = 10_000
export const maxCommentsOfImage = 10_000
export const titleMaxLength = 100
export const descriptionMaxLength = 500
export const commentMaxLength = 1000
export const subjectMaxLength = 150
export const messageMaxLength = 5000
/** Of links, images or gigabytes, where an administrator sets one for an account. */
export const maxSetLimit = 1_000_000
export const slugLength = { min: 3, max: 60 } as const
export const searchMaxLength = 200
export const pageMaxSize = 100
export const bulkMaxSize = 1000
/** They stand in an address, and addresses end at 16 KiB. */
export const downloadMaxSize = 500
export const uploadKeyMaxLength = 200
export const fileNameMaxLength = 200
/** What a file may have where nobody has set another limit, and what nobody can set more than. */
export const defaultFileLimitMb = 10
export const maxFileLimitMb = 200
export const bytesOfMb = (megabytes: number) => megabytes * 2 ** 20
/** What imports can bring to one link: comments, lists of favorites, and the images in those lists. */
export const importedRowsOfLink = 250_000
export const importedBytesPerDay = bytesOfMb(100)
