import { expect, test } from 'vitest'
import { accentBackgrounds, accentShown, contrastOf } from './accent.ts'

const hueOf = (hex: string) => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
}
const spreadOf = (hex: string) => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return Math.max(...channels) - Math.min(...channels)
}
const distance = (a: number, b: number) => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))

test('1,000 random accents are readable in both themes, barely changed, and keep their hue', () => {
  let seed = 33
  for (let count = 0; count < 1000; count++) {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    const accent = `#${(seed >> 7).toString(16).padStart(6, '0')}`
    const shown = accentShown(accent)
    for (const theme of ['light', 'dark'] as const) {
      const [color, background] = [shown[theme], accentBackgrounds[theme]]
      const contrast = contrastOf(color, background)
      expect(contrast, `${accent} ${theme}`).toBeGreaterThanOrEqual(4.5)
      if (color === accent) continue
      expect(contrastOf(accent, background), `${accent} ${theme}`).toBeLessThan(4.5)
      expect(contrast, `${accent} ${theme}`).toBeLessThan(4.65)
      if (spreadOf(accent) > 60 && spreadOf(color) > 60) {
        expect(distance(hueOf(accent), hueOf(color)), `${accent} ${theme}`).toBeLessThan(3)
      }
    }
    // The color is also the background of buttons, whose text is white on light pages and almost black on dark ones.
    expect(contrastOf(shown.light, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(shown.dark, '#141414')).toBeGreaterThanOrEqual(4.5)
  }
})

test.each([
  ['#2f6f5e', '#2f6f5e', '#429b83'],
  ['#c8553d', '#b84b34', '#d1725e'],
  ['#000000', '#000000', '#8c8c8c'],
  ['#ffffff', '#6d6d6d', '#ffffff'],
  ['#808080', '#6d6d6d', '#8c8c8c'],
  ['#ff0000', '#dd0000', '#ff4848'],
])('%s is shown as %s on light pages and as %s on dark ones', (accent, light, dark) => {
  expect(accentShown(accent)).toEqual({ light, dark })
})
