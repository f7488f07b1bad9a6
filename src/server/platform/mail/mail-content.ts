type Picture = { url: string; alt: string }

/** In a row beside each other. */
export const maxPictures = 3

/** A mail is not a page: whoever wants to see all goes there. */
export const maxItems = 20

/** A part of a mail, in the order of reading; a text alone is a paragraph. */
export type MailBlock =
  | string
  /** What somebody wrote. */
  | { quote: string }
  /** What is good to know beside it, in smaller letters. */
  | { detail: string }
  | { picture: Picture }
  /** Three beside each other, all of the same shape. */
  | { pictures: Picture[] }
  | { items: MailItem[] }
  | { button: { label: string; url: string } }

/** Something that happened, or a word about one picture. */
export type MailItem = { heading: string; caption?: string | undefined; quote?: string | undefined; url?: string }

/** A mail as words, before it becomes HTML and text. */
export type MailContent = {
  subject: string
  /** What lists of mails show behind the subject. */
  preview: string
  heading: string
  blocks: MailBlock[]
  /** Why it came, and how to end it. */
  footer: (string | { label: string; url: string })[]
}
