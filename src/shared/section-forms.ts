import * as z from 'zod/mini'
import { descriptionMaxLength, maxSections, titleMaxLength } from './limits.ts'
import { optionalText, requiredLine } from './text.ts'
import { timeZone } from './time-zones.ts'

export const sectionId = (sentence: string) => z.string(sentence).check(z.regex(/^[\w-]{1,100}$/, sentence))

const title = requiredLine('Title', titleMaxLength)
const text = optionalText('Text', descriptionMaxLength)

const anchorRule = 'Anchor can only contain a-z, 0-9 and hyphens'
const anchor = z
  .string(anchorRule)
  .check(
    z.maxLength(titleMaxLength, `Anchor cannot be more than ${titleMaxLength} characters`),
    z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, anchorRule),
  )

export const newSection = z.object({
  title,
  text: z._default(text, ''),
  /** For imports, so that shared URLs keep working. By default, and if it's taken, it's made from the title. */
  anchor: z.optional(anchor),
  /** The section that the new one is inserted before. By default, it's the last one. */
  before: z.optional(sectionId('Before must be the id of a section')),
})
export type NewSection = z.infer<typeof newSection>

/** Omitted fields keep their values. */
export const sectionChange = z.partial(z.object({ title, text }))
export type SectionChange = z.infer<typeof sectionChange>

export const sectionIds = z
  .array(sectionId('Sections must be a list of ids'), 'Sections must be a list of ids')
  .check(z.maxLength(maxSections, `At most ${maxSections} sections`))

export const sectionOrder = z.object({ sectionIds })

/** The time zone that decides on the day of photos whose time has an offset. By default, it's their own offset. */
export const sectionDays = z.object({ tz: z.optional(timeZone) })
