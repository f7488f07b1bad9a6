import { createHash, randomBytes } from 'node:crypto'

/** An ID has 128 random bits, so it can't be guessed. */
export const newId = () => randomBytes(16).toString('base64url')

/** The same parts always return the same ID, so that importing an item twice creates it once. */
export const idFrom = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64url')

/** Used to split tokens that consist of an ID and its signature. */
export const idLength = 22

/** Without look-alikes, so that people can read it aloud. */
export const readableAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** A slug has 130 random bits, so it can't be guessed. */
export const newSlug = () => Array.from(randomBytes(26), (byte) => readableAlphabet[byte & 31]).join('')

export const isGeneratedSlug = (slug: string) => /^[0-9a-hjkmnp-tv-z]{26}$/.test(slug)
