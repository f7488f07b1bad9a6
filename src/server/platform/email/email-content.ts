type Picture = { url: string; alt: string }

/** Photos per row. An email about new photos has only one row. */
export const maxPictures = 3

/** This limit keeps emails short. The website shows the rest. */
export const maxItems = 20

/** A plain string is a paragraph. */
export type EmailBlock =
  | string
  | { quote: string }
  | { detail: string }
  | { picture: Picture }
  | { pictures: Picture[] }
  | { items: EmailItem[] }
  | { button: { label: string; url: string } }

export type EmailItem = { heading: string; caption?: string | undefined; quote?: string | undefined; url?: string }

/** Replaces our name, in the sender too. The URLs are of images for light and dark backgrounds. */
export type EmailBrand = {
  name: string
  logoUrl: string | null
  logoDarkUrl: string | null
  accent: { light: string; dark: string } | null
}

export type EmailContent = {
  subject: string
  /** Shown after the subject in inboxes. */
  preview: string
  heading: string
  blocks: EmailBlock[]
  /** Explains why the reader got this email and, if possible, how to unsubscribe. */
  footer: (string | { label: string; url: string })[]
  brand?: EmailBrand | undefined
}
