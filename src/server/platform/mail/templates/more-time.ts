import type { MailContent } from '../mail-content.ts'

/** To the owner of a link that has closed. */
export const moreTimeMail = (asked: { name: string; message: string; title: string; url: string }): MailContent => ({
  subject: `More time for ‘${asked.title}’?`,
  preview: `${asked.name} asks you to open it again`,
  heading: `${asked.name} asks for more time`,
  blocks: [
    `‘${asked.title}’ has closed. Its pictures are safe.`,
    ...(asked.message ? [{ quote: asked.message }] : []),
    { button: { label: 'Choose a new date', url: asked.url } },
  ],
  footer: ['You get this mail because somebody who has your link asked you. We do not know who they are.'],
})
