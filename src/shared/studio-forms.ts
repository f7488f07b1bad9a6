import * as z from 'zod/mini'
import { studioLineMaxLength, studioNameMaxLength, websiteMaxLength } from './limits.ts'
import { optionalLine, yesOrNo } from './text.ts'

/** The host needs a dot, and there can't be a user name or password before it. */
const webAddress = /^https?:\/\/[^\s/?#@\\:.[\]<>"'`^|%{}]+(\.[^\s/?#@\\:.[\]<>"'`^|%{}]+)+\.?(:\d{1,5})?([/?#]\S*)?$/i

/** Excludes control characters, halves of characters, and ports that don't exist. */
const isClean = (text: string) => !/\p{C}/u.test(text) && Number(/^\w+:\/\/[^/?#]*:(\d+)/.exec(text)?.[1] ?? 0) < 65_536

const website = z
  .string('Website must be text')
  .check(
    z.trim(),
    z.maxLength(websiteMaxLength, { error: `Website cannot be more than ${websiteMaxLength} characters`, abort: true }),
    z.regex(webAddress, { error: 'Enter a web address such as https://example.com', abort: true }),
    z.refine(isClean, 'Enter a web address such as https://example.com'),
  )

const accent = z
  .string('Accent color must be text')
  .check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, 'Accent color must look like #1a6b8f'))

const fields = {
  isOn: yesOrNo('Branding'),
  name: optionalLine('Studio name', studioNameMaxLength),
  line: optionalLine('Line', studioLineMaxLength),
}

export const studioChange = z.partial(z.object({ ...fields, website: z.nullable(website), accent: z.nullable(accent) }))
export type StudioChange = z.infer<typeof studioChange>

const emptyToNull = z.transform((text: string) => text.trim() || null)

/** In the form, an empty field means null. */
export const studioForm = z.object({
  ...fields,
  website: z.pipe(emptyToNull, z.nullable(website)),
  accent: z.pipe(emptyToNull, z.nullable(accent)),
})
