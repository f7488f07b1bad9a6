import { createHash, randomBytes } from 'node:crypto'

/** 128 random bits: opaque and unguessable. */
export const newId = () => randomBytes(16).toString('base64url')

/** Deterministic, so importing the same thing twice creates it once. */
export const idFrom = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64url')

/** For splitting a token that is an ID followed by its signature. */
export const idLength = 22

const slugAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** 130 random bits in lowercase without look-alikes: easy to read aloud, impossible to guess. */
export const newSlug = () => Array.from(randomBytes(26), (byte) => slugAlphabet[byte & 31]).join('')

export const isGeneratedSlug = (slug: string) => /^[0-9a-hjkmnp-tv-z]{26}$/.test(slug)
