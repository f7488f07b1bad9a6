import { escapeHtml } from '#server/platform/html.ts'
import { renderPlainPage } from '#server/platform/plain-page.ts'

type InvitationPage = {
  title: string
  sentence: string
  font: string | undefined
  /** Chat previews show this title. The page doesn't reveal anything else about the gallery. */
  galleryTitle?: string
  enterAt?: string
}

/** For clients that look like bots, and for visitors whose invitation can't be opened. */
export const renderInvitationPage = ({ title, sentence, font, galleryTitle, enterAt }: InvitationPage) =>
  renderPlainPage({
    title,
    sentence,
    font,
    ...(galleryTitle !== undefined && { head: `<meta property="og:title" content="${escapeHtml(galleryTitle)}">` }),
    ...(enterAt !== undefined && { form: { method: 'post', action: enterAt, label: 'Open the gallery' } }),
  })
