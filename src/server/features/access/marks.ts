import { hash } from 'node:crypto'
import { listUncovered } from '#server/platform/images/font-coverage.ts'
import type { Watermark } from '#shared/watermark-forms.ts'

/**
 * The watermark that visitors' files of a link have. The key changes with everything that changes the files, so every
 * setting has URLs of its own.
 */
export type Mark = {
  key: string
  mode: 'corner' | 'tiled'
  text: string
  /** The ID of the logo that's drawn instead of the text. */
  logoId: string | null
  opacity: number
  size: number
}

/** What an owner's watermarks use. `studio` is JSON, and `name` is the gallery name. */
export type MarkSource = { name: string | null; studio: string | null }

/** Increment it when the renderer draws marks differently. */
const rendererVersion = 1

const lastResort = '©'

const withoutUncovered = (text: string) => {
  const uncovered = new Set(listUncovered(text))
  return uncovered.size === 0 ? text : [...text].filter((each) => !uncovered.has(each)).join('')
}

const readStudio = (studio: string | null): { name?: string; logo?: string | null; logoDark?: string | null } =>
  studio === null ? {} : JSON.parse(studio)

/** The logo for dark backgrounds is usually the bright one, but marks are white anyway. */
export function logoOf({ studio }: MarkSource) {
  const { logo = null, logoDark = null } = readStudio(studio)
  return logoDark ?? logo
}

export const textOf = ({ text }: Pick<Watermark, 'text'>, { name, studio }: MarkSource) =>
  text || readStudio(studio).name || name || lastResort

/** Some characters of the font are blank. */
export const isVisible = (text: string) => /[^\p{C}\p{Z}\p{M}\u2800]/u.test(text)

/** Returns null if the watermark is off. If the logo or the characters can't be drawn, something else is. */
export function markOf(linkId: string, watermark: string | null, source: MarkSource): Mark | null {
  if (watermark === null) return null
  const { mode, source: kind, opacity, size, text: ownText }: Watermark = JSON.parse(watermark)
  if (mode === 'off') return null
  const logoId = kind === 'logo' ? logoOf(source) : null
  const covered = withoutUncovered(textOf({ text: ownText }, source).normalize('NFC')).trim()
  const text = isVisible(covered) ? covered : lastResort
  const drawn = { mode, text: logoId === null ? text : '', logoId, opacity, size }
  const key = hash('sha256', JSON.stringify([rendererVersion, linkId, drawn])).slice(0, 24)
  return { ...drawn, text, key }
}
