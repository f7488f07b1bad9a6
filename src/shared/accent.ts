/** How an accent color is shown on light and on dark pages. */
export type ShownAccent = { light: string; dark: string }

type Color = readonly [red: number, green: number, blue: number]

/** The page backgrounds that text in the accent color has to be readable on. */
const backgrounds = { light: '#f0f0f0', dark: '#262626' }
const minContrast = 4.5

const parse = (hex: string): Color => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as never
const format = (color: Color) =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance as WCAG defines it. */
function luminance(color: Color) {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Color
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrastOf(one: string, other: string) {
  const [darker = 0, lighter = 0] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Mixing with black or white keeps the hue. */
const mix = (color: Color, target: 0 | 255, share: number) =>
  format(color.map((channel) => channel + (target - channel) * share) as unknown as Color)

/** Changes the color only as far as it takes to be readable. */
function readableOn(background: string, hex: string, target: 0 | 255) {
  const color = parse(hex)
  const steps = 1000
  for (let step = 0; step < steps; step++) {
    const shown = mix(color, target, step / steps)
    if (contrastOf(shown, background) >= minContrast) return shown
  }
  return format([target, target, target])
}

export const accentShown = (hex: string): ShownAccent => ({
  light: readableOn(backgrounds.light, hex, 0),
  dark: readableOn(backgrounds.dark, hex, 255),
})
