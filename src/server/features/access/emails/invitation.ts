import type { EmailBrand, EmailContent } from '#server/platform/email/email-content.ts'
import { formatDate, formatList, photoCount, shorten, withoutUrls } from '#server/platform/email/email-format.ts'
import type { Rights } from '#shared/invitations.ts'

type Invitation = {
  url: string
  name: string
  ownerName: string
  title: string
  imageCount: number
  /** The URL stops working when the invitation is revoked. */
  coverUrl: string | undefined
  message: string
  may: Rights
  closesAt: string | null
  /** The owner's. */
  timeZone: string
  brand?: EmailBrand | undefined
}

/** Keeps a long name from pushing the rest of the subject out of sight. */
const maxNameInSubject = 40

/**
 * The recipient didn't request this email, so URLs are removed from the owner's text, and the subject includes no such
 * text except the owner's name.
 */
export function invitationEmail(invitation: Invitation): EmailContent {
  const { url, imageCount, coverUrl, closesAt, timeZone, brand } = invitation
  const ownerName = brand?.name || withoutUrls(invitation.ownerName) || 'Someone'
  const [name, title, message] = [invitation.name, invitation.title, invitation.message].map(withoutUrls)
  // People also share galleries before they add the first photo.
  const contents = imageCount === 0 ? 'A gallery' : photoCount(imageCount)
  const conditions = sentencesOf(invitation)
  return {
    subject: `${shorten(ownerName, maxNameInSubject)} shared photos with you${brand ? '' : ' on Framelight'}`,
    preview: closesAt ? `${contents}, open until ${formatDate(closesAt, timeZone)}` : contents,
    heading: title || 'Photos for you',
    blocks: [
      ...(coverUrl ? [{ picture: { url: coverUrl, alt: 'Gallery cover' } }] : []),
      `${ownerName} has shared ${imageCount === 0 ? 'a gallery' : contents} with you.`,
      ...(message ? [{ quote: message }] : []),
      { button: { label: 'Open the gallery', url } },
      ...(conditions ? [{ detail: conditions }] : []),
    ],
    brand,
    footer: [
      `The button opens a personal link for ${name || 'you'}. Anyone who has it can see the photos. You're receiving this because ${ownerName} entered your email address. If you don't know them, ignore this email.`,
    ],
  }
}

function sentencesOf({ may: { download, comment, choose, add }, closesAt, timeZone }: Invitation) {
  const actions = [
    download && 'download',
    comment && 'comment',
    choose && 'pick favorites',
    add && 'add your photos',
  ].filter((action) => !!action)
  return [
    actions.length > 0 && `You can ${formatList(actions as string[])}.`,
    closesAt && `The gallery is open until ${formatDate(closesAt, timeZone)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
