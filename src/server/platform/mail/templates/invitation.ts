import type { Rights } from '#shared/invitations.ts'
import type { MailContent } from '../mail-content.ts'
import { capital, dateOf, listOf, picturesOf } from './words.ts'

type Invitation = {
  url: string
  /** Whom it is for. */
  name: string
  ownerName: string
  title: string
  imageCount: number
  /** At an address that dies with the invitation. */
  coverUrl: string | undefined
  message: string
  may: Rights
  closesAt: string | null
}

/** Sends somebody the address that is theirs, with the cover on top, as a letter would have a picture on it. */
export function invitationMail(invitation: Invitation): MailContent {
  const { url, name, ownerName, title, imageCount, coverUrl, message, closesAt } = invitation
  const pictures = picturesOf(imageCount)
  const conditions = sentencesOf(invitation)
  return {
    subject: `${ownerName} invites you to ${title}`,
    preview: closesAt ? `${capital(pictures)}, open until ${dateOf(closesAt)}` : capital(pictures),
    heading: title,
    blocks: [
      ...(coverUrl ? [{ picture: { url: coverUrl, alt: `The cover of ${title}` } }] : []),
      `${ownerName} invites you to ${pictures}.`,
      ...(message ? [{ quote: message }] : []),
      { button: { label: 'Open the gallery', url } },
      ...(conditions ? [{ detail: conditions }] : []),
    ],
    footer: [
      `This address is for ${name} alone:`,
      { label: url, url },
      `\nWhoever has it sees the pictures. You get this mail because ${ownerName} entered your address. We use it for nothing else.`,
    ],
  }
}

function sentencesOf({ may: { download, comment, choose }, closesAt }: Invitation) {
  const acts = [download && 'download', comment && 'comment', choose && 'choose favourites'].filter((act) => !!act)
  return [
    acts.length > 0 && `You may ${listOf(acts as string[])}.`,
    closesAt && `The gallery is open until ${dateOf(closesAt)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
