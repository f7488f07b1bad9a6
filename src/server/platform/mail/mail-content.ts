type Picture = { url: string; alt: string }

/** Per row. */
export const maxPictures = 3

/** Keeps emails short; the website shows the rest. */
export const maxItems = 20

/** In reading order. A plain string is a paragraph. */
export type MailBlock =
  | string
  | { quote: string }
  | { detail: string }
  | { picture: Picture }
  | { pictures: Picture[] }
  | { items: MailItem[] }
  | { button: { label: string; url: string } }

/** An event, or a note about one photo. */
export type MailItem = { heading: string; caption?: string | undefined; quote?: string | undefined; url?: string }

/** The content of an email, before it's rendered as HTML and as text. */
export type MailContent = {
  subject: string
  /** Shown after the subject in inboxes. */
  preview: string
  heading: string
  blocks: MailBlock[]
  /** Why the reader got this email, and how to unsubscribe. */
  footer: (string | { label: string; url: string })[]
}
