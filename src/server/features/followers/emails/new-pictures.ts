import { type EmailBrand, type EmailContent, maxPictures } from '#server/platform/email/email-content.ts'
import { formatDate, photoCount } from '#server/platform/email/email-format.ts'

type NewPictures = {
  title: string
  ownerName: string
  imageCount: number
  /** Empty unless the gallery is open to everyone. */
  pictures: { url: string; alt: string }[]
  since: string
  /** The owner's. */
  timeZone: string
  url: string
  email: string
  leaveUrl: string
  brand?: EmailBrand | undefined
}

/** Sent to a gallery's followers, at most once a day. */
export function newPicturesEmail(news: NewPictures): EmailContent {
  const { title, imageCount, since, timeZone, url, email, leaveUrl, brand } = news
  const ownerName = brand?.name || news.ownerName
  const heading = `${photoCount(imageCount, 'new')} in ${title}`
  const summary = `${ownerName ? `${ownerName} has added ${imageCount === 1 ? 'a photo' : 'photos'}` : 'Added'} since ${formatDate(since, timeZone)}`
  const pictures = news.pictures.slice(0, maxPictures)
  const moreCount = imageCount - pictures.length
  return {
    subject: heading,
    preview: summary,
    heading,
    blocks: [
      `${summary}.`,
      ...(pictures.length > 0 ? [{ pictures }] : []),
      ...(pictures.length > 0 && moreCount > 0 ? [{ detail: `And ${moreCount} more.` }] : []),
      { button: { label: imageCount === 1 ? 'View new photo' : 'View new photos', url } },
    ],
    brand,
    footer: [
      `You're following this gallery as ${email} (one email a day at most).`,
      { label: 'Unsubscribe', url: leaveUrl },
    ],
  }
}
