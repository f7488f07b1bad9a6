import type { Rights } from '#shared/invitations.ts'
import type { MailContent } from '../mail-content.ts'
import { capitalize, formatDate, formatList, photoCount, shorten, withoutUrls } from './format.ts'

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

/** So that a name can't push the rest of a subject out of sight. */
const maxNameInSubject = 40

/**
 * Sends somebody the address that is theirs, with the cover on top, as a letter would have a picture on it. Its readers didn't
 * ask for it: what others wrote carries no URL but ours, and nothing of it but a name is in the subject.
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
