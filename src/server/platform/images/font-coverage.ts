import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const fontPath = fileURLToPath(new URL('./font/DejaVuSans-Bold.ttf', import.meta.url))
export const fontConfigPath = fileURLToPath(new URL('./font/fonts.conf', import.meta.url))

type Range = { start: number; end: number }

/** Reads the character map, which is a table of ranges (format 12). */
function readRanges(font: Buffer): Range[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16)
  const cmap = font.readUInt32BE((tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0) + 8)
  const maps = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, index) => cmap + font.readUInt32BE(cmap + 8 + index * 8),
  )
  const map = maps.find((at) => font.readUInt16BE(at) === 12)
  if (map === undefined) throw new TypeError('The font has no character map of format 12')
  return Array.from({ length: font.readUInt32BE(map + 12) }, (_, index) => ({
    start: font.readUInt32BE(map + 16 + index * 12),
    end: font.readUInt32BE(map + 20 + index * 12),
  }))
}

let ranges: Range[] | undefined

function isCovered(character: string) {
  ranges ??= readRanges(readFileSync(fontPath))
  const code = character.codePointAt(0) ?? 0
  return ranges.some(({ start, end }) => start <= code && code <= end)
}

/** Each character once, in order. */
export const listUncovered = (text: string) => [...new Set(text.normalize('NFC'))].filter((each) => !isCovered(each))
