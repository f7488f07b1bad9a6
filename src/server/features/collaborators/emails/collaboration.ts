import type { EmailContent } from '#server/platform/email/email-content.ts'
import { shorten, withoutUrls } from '#server/platform/email/email-format.ts'
import type { CollaboratorRole } from '#shared/collaborator-forms.ts'

type Invitation = {
  url: string
  ownerName: string
  role: CollaboratorRole
  /** Undefined for all links. */
  title: string | undefined
}

const maxNameInSubject = 40

const rights = {
  editor: 'As an editor, you can add, arrange and delete images.',
  uploader: 'As an uploader, you can add images.',
}

/** The recipient didn't request this email, so URLs are removed from the owner's text. */
export function collaborationEmail({ url, role, ...invitation }: Invitation): EmailContent {
  const ownerName = withoutUrls(invitation.ownerName) || 'Someone'
  const title = withoutUrls(invitation.title ?? '')
  const what = title ? `on "${title}"` : invitation.title === undefined ? 'on all their galleries' : 'on a gallery'
  return {
    subject: `${shorten(ownerName, maxNameInSubject)} invited you to collaborate on Framelight`,
    preview: rights[role],
    heading: 'Work together',
    blocks: [
      `${ownerName} has invited you to work ${what}.`,
      rights[role],
      { button: { label: 'View invitation', url } },
      { detail: 'The invitation is valid for 14 days. You need an account with this email address.' },
    ],
    footer: [
      `You're receiving this because ${ownerName} entered your email address. If you don't know them, ignore this email.`,
    ],
  }
}
