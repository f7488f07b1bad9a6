import { type MailContent, maxPictures } from '../mail-content.ts'
import { capitalize, formatDate, photoCount } from './format.ts'

type NewPictures = {
  title: string
  ownerName: string
  imageCount: number
  /** Only for galleries that are open to everyone. */
  pictures: { url: string; alt: string }[]
  since: string
  url: string
  email: string
  leaveUrl: string
}

/** Sent to a gallery's followers, at most once a day. */
export function newPicturesMail(news: NewPictures): MailContent {
  const { title, ownerName, imageCount, since, url, email, leaveUrl } = news
  const heading = `${capitalize(photoCount(imageCount, 'new'))} in ${title}`
  const byWhom = `${ownerName ? `By ${ownerName}, since` : 'Since'} ${formatDate(since)}`
  const pictures = news.pictures.slice(0, maxPictures)
  const moreCount = imageCount - pictures.length
  return {
    subject: heading,
    preview: byWhom,
    heading,
    blocks: [
      `${byWhom}.`,
      ...(pictures.length > 0 ? [{ pictures }] : []),
      ...(pictures.length > 0 && moreCount > 0 ? [{ detail: `And ${moreCount} more.` }] : []),
      { button: { label: imageCount === 1 ? 'See the new picture' : 'See the new pictures', url } },
    ],
    footer: [
      `You follow this gallery with ${email}, at most one mail a day.`,
      { label: 'Stop these mails', url: leaveUrl },
    ],
  }
}
