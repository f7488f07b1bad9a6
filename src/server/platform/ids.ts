import { createHash, randomBytes } from 'node:crypto'

/** 128 random bits: ids are opaque and cannot be guessed. */
export const newId = () => randomBytes(16).toString('base64url')

/** The same for the same parts, and no other has it: what is brought in twice is there once. */
export const idFrom = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64url')

/** What begins with an id and goes on with its signature can be taken apart by this. */
export const idLength = 22

const slugAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** 130 random bits in lower case without look-alikes: a slug that can be read aloud but not guessed. */
export const newSlug = () => Array.from(randomBytes(26), (byte) => slugAlphabet[byte & 31]).join('')

/** Whether it looks like one of ours: nobody chooses such a slug for people to remember. */
export const isGeneratedSlug = (slug: string) => /^[0-9a-hjkmnp-tv-z]{26}$/.test(slug)
