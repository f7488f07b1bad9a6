import { escapeHtml } from '#server/platform/html.ts'
import { renderPlainPage } from '#server/platform/plain-page.ts'

type InvitationPage = {
  title: string
  sentence: string
  /** Shown in chat previews. The page reveals nothing else about the gallery. */
  galleryTitle?: string
  enterAt?: string
}

/** For bots, clients that look like bots, and dead links. */
export const renderInvitationPage = ({ title, sentence, galleryTitle, enterAt }: InvitationPage) =>
  renderPlainPage({
    title,
    sentence,
    ...(galleryTitle !== undefined && { head: `<meta property="og:title" content="${escapeHtml(galleryTitle)}">` }),
    ...(enterAt !== undefined && { form: { method: 'post', action: enterAt, label: 'Open the gallery' } }),
  })
