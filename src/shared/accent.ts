/** How an accent color is shown on light and on dark pages. */
export type ShownAccent = { light: string; dark: string }

type Triple = readonly [number, number, number]

/** The darkest light background and the lightest dark one that text in the accent color can be on. */
export const accentBackgrounds = { light: '#f0f0f0', dark: '#262626' }
const minContrast = 4.5

const parse = (hex: string): Triple => [channelAt(hex, 1), channelAt(hex, 3), channelAt(hex, 5)]
const channelAt = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
const toHex = (channel: number) =>
  Math.round(channel * 255)
    .toString(16)
    .padStart(2, '0')

/** Relative luminance as WCAG defines it. */
function luminance(hex: string) {
  const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
  const [red, green, blue] = parse(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

export function contrastOf(one: string, other: string) {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Each channel's distance from the lightness, as a share of the largest one possible. It's fixed for hue and saturation. */
function toneOf(hex: string) {
  const channels = parse(hex)
  const lightness = (Math.max(...channels) + Math.min(...channels)) / 2
  const room = Math.min(lightness, 1 - lightness)
  const withLightness = (other: number) =>
    `#${channels
      .map((channel) => toHex(other + (room === 0 ? 0 : (channel - lightness) / room) * Math.min(other, 1 - other)))
      .join('')}`
  return { lightness, withLightness }
}

/** Half a step of a color channel. */
const steps = 510

/** Keeps hue and saturation, and moves the lightness only as far as it takes to be readable. */
function readableOn(background: string, hex: string, end: 0 | 1) {
  if (contrastOf(hex, background) >= minContrast) return hex
  const { lightness, withLightness } = toneOf(hex)
  const colorAt = (step: number) => withLightness(lightness + ((end - lightness) * step) / steps)
  // Contrast only grows toward black or white, so search by halving.
  let [tooLittle, enough] = [0, steps]
  while (enough - tooLittle > 1) {
    const middle = (tooLittle + enough) >> 1
    if (contrastOf(colorAt(middle), background) >= minContrast) enough = middle
    else tooLittle = middle
  }
  return colorAt(enough)
}

export const accentShown = (hex: string): ShownAccent => ({
  light: readableOn(accentBackgrounds.light, hex, 0),
  dark: readableOn(accentBackgrounds.dark, hex, 1),
})
