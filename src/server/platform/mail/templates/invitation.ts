import type { Rights } from '#shared/invitations.ts'
import type { MailContent } from '../mail-content.ts'
import { capitalize, formatDate, formatList, photoCount, shorten, withoutUrls } from './format.ts'

type Invitation = {
  url: string
  /** The recipient's name. */
  name: string
  ownerName: string
  title: string
  imageCount: number
  /** Stops working when the invitation is revoked. */
  coverUrl: string | undefined
  message: string
  may: Rights
  closesAt: string | null
}

/** Keeps a long name from pushing the rest of the subject out of sight. */
const maxNameInSubject = 40

/**
 * The recipient didn't ask for this email, so what others wrote carries no URLs but ours, and only a name is in the
 * subject.
 */
export function invitationMail(invitation: Invitation): MailContent {
  const { url, imageCount, coverUrl, closesAt } = invitation
  const ownerName = withoutUrls(invitation.ownerName) || 'Someone'
  const [name, title, message] = [invitation.name, invitation.title, invitation.message].map(withoutUrls)
  const pictures = photoCount(imageCount)
  const conditions = sentencesOf(invitation)
  return {
    subject: `${shorten(ownerName, maxNameInSubject)} shared photos with you on Framelight`,
    preview: closesAt ? `${capitalize(pictures)}, open until ${formatDate(closesAt)}` : capitalize(pictures),
    heading: title || 'Photos for you',
    blocks: [
      ...(coverUrl ? [{ picture: { url: coverUrl, alt: 'The cover of the gallery' } }] : []),
      `${ownerName} invites you to ${pictures}.`,
      ...(message ? [{ quote: message }] : []),
      { button: { label: 'Open the gallery', url } },
      ...(conditions ? [{ detail: conditions }] : []),
    ],
    footer: [
      `This address is for ${name || 'you'} alone:`,
      { label: url, url },
      `\nWhoever has it sees the pictures. You get this email because ${ownerName} entered your address. If you don't know them, ignore it.`,
    ],
  }
}

function sentencesOf({ may: { download, comment, choose }, closesAt }: Invitation) {
  const acts = [download && 'download', comment && 'comment', choose && 'choose favourites'].filter((act) => !!act)
  return [
    acts.length > 0 && `You may ${formatList(acts as string[])}.`,
    closesAt && `The gallery is open until ${formatDate(closesAt)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
