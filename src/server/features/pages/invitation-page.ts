import { escapeHtml } from '#server/platform/html.ts'
import { renderPlainPage } from '#server/platform/plain-page.ts'

type InvitationPage = {
  title: string
  sentence: string
  /** What previews in chats show; nothing else of the gallery is on the page. */
  galleryTitle?: string
  /** Where the button's form is sent. */
  enterAt?: string
}

/** For robots, for whoever is taken for one, and for addresses that lead nowhere any more. */
export const renderInvitationPage = ({ title, sentence, galleryTitle, enterAt }: InvitationPage) =>
  renderPlainPage({
    title,
    sentence,
    ...(galleryTitle !== undefined && { head: `<meta property="og:title" content="${escapeHtml(galleryTitle)}">` }),
    ...(enterAt !== undefined && { form: { method: 'post', action: enterAt, label: 'Open the gallery' } }),
  })
