import sharp, { type Sharp } from 'sharp'
import { fontConfigPath, fontPath } from './font-coverage.ts'
import { webpQuality } from './renditions.ts'

/** `logo` is a PNG and replaces the text. Sizes and opacity are percentages. */
export type Watermark = { mode: 'corner' | 'tiled'; text: string; logo: Buffer | null; opacity: number; size: number }

type Size = { width: number; height: number }

/** One byte per pixel: how much ink is there. */
type Mask = Size & { data: Buffer }
/** `ink` is white and `edge`, which surrounds it, is black. */
type Stamp = Size & { ink: Buffer; edge: Buffer }

const marginShare = 0.03
const minWidth = 16
/** Of the picture's height. A short text would be very tall otherwise. */
const maxHeight = { corner: 0.4, tiled: 0.16 }
const angle = Math.PI / 6
const fontSize = 120

const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

async function toMask(picture: Sharp): Promise<Mask> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  if (info.channels === 1) return { data, width: info.width, height: info.height }
  const first = Buffer.alloc(info.width * info.height)
  for (let at = 0; at < first.length; at++) first[at] = data[at * info.channels] ?? 0
  return { data: first, width: info.width, height: info.height }
}

/** The width of a text divided by its height, for an average text in our font. */
const aspectOf = (lines: string[]) => (0.55 * Math.max(...lines.map((line) => line.length))) / lines.length

/** Adds the words to the first line that has room for them. */
function breakInto(text: string, count: number) {
  const length = text.length / count
  const lines: string[] = []
  for (const word of text.split(/(?<=[\s./@_-])/)) {
    const last = lines.at(-1)
    const fits = last !== undefined && (lines.length === count || last.length + word.trim().length / 2 <= length)
    if (fits) lines.push(lines.pop() + word)
    else lines.push(word)
  }
  return lines.map((line) => line.trim())
}

const maxLines = 4
const lineCounts = Array.from({ length: maxLines }, (_, index) => index + 1)

function breakAnywhere(text: string, count: number) {
  const characters = [...text]
  const length = Math.ceil(characters.length / count)
  return Array.from({ length: count }, (_, line) =>
    characters
      .slice(line * length, (line + 1) * length)
      .join('')
      .trim(),
  )
}

/** A mark as wide as `size` would be too small on a portrait if a long text had one line. Breaks words if it must. */
function breakText(text: string, { mode }: Watermark, picture: Size) {
  const widest = mode === 'tiled' ? 12 : (6 * picture.width) / picture.height
  const layouts = [breakInto, breakAnywhere].flatMap((layOut) => lineCounts.map((count) => layOut(text, count)))
  const fitting = layouts.find((lines) => aspectOf(lines) <= widest)
  return (fitting ?? layouts.toSorted((one, other) => aspectOf(one) - aspectOf(other))[0] ?? [text]).join('\n')
}

function drawText(text: string) {
  // Read when the first text is drawn. The machine's own fonts would look different on every node.
  process.env.FONTCONFIG_FILE = fontConfigPath
  const font = `DejaVu Sans Bold ${fontSize}`
  return toMask(sharp({ text: { text: escapeMarkup(text), font, fontfile: fontPath, align: 'center', dpi: 72 } }))
}

/** The shape of a logo is its alpha channel or, if it's opaque, what differs from its background. */
async function traceLogo(logo: Buffer): Promise<Mask> {
  const { isOpaque } = await sharp(logo).stats()
  if (!isOpaque) {
    const mask = await toMask(sharp(logo).ensureAlpha().extractChannel('alpha'))
    if (!mask.data.some((level) => level > 64)) throw new Error('The logo is transparent')
    return mask
  }
  const { data, ...size } = await toMask(sharp(logo).greyscale())
  const background = data[0] ?? 0
  const shape = data.map((level) => Math.min(255, Math.abs(level - background) * 2))
  return { data: shape.some((level) => level > 64) ? Buffer.from(shape) : Buffer.alloc(data.length, 255), ...size }
}

/** A logo that can't be read or seen is replaced by the text. */
const drawMask = async (watermark: Watermark, picture: Size) =>
  (watermark.logo && (await traceLogo(watermark.logo).catch(() => undefined))) ??
  drawText(breakText(watermark.text, watermark, picture))

const resizeMask = ({ data, width, height }: Mask, to: Size) =>
  sharp(data, { raw: { width, height, channels: 1 } }).resize({ ...to, fit: 'fill' })

/** The edge is part of the stamp's width. */
async function makeStamp(mask: Mask, { mode, size }: Watermark, picture: Size) {
  const wanted = Math.max((picture.width * size) / 100, Math.min(minWidth, picture.width))
  const tallest = picture.height * maxHeight[mode]
  const scale = Math.min(wanted / mask.width, tallest / mask.height)
  const widest = Math.floor((Math.min(picture.width, picture.height) - 1) / 2)
  const edgeWidth = Math.min(widest, Math.max(1, Math.round(mask.height * scale * 0.08)))
  const innerWidth = Math.max(1, Math.round(mask.width * scale) - 2 * edgeWidth)
  const inner = { width: innerWidth, height: Math.max(1, Math.round((innerWidth * mask.height) / mask.width)) }
  const around = { top: edgeWidth, bottom: edgeWidth, left: edgeWidth, right: edgeWidth, background: '#000' }
  const ink = await toMask(resizeMask(mask, inner).extend(around))
  return { ...ink, ink: ink.data, edge: spread(ink, edgeWidth) }
}

/** The darkest ink within `reach` pixels, first along rows and then along columns. */
function spread({ data, width, height }: Mask, reach: number): Buffer {
  const maxAlong = (source: Buffer, step: number, length: number, lines: number, lineStep: number) => {
    const result = Buffer.alloc(source.length)
    for (let line = 0; line < lines; line++) {
      for (let at = 0; at < length; at++) {
        let most = 0
        for (let near = Math.max(0, at - reach); near <= Math.min(length - 1, at + reach); near++) {
          most = Math.max(most, source[line * lineStep + near * step] ?? 0)
        }
        result[line * lineStep + at * step] = most
      }
    }
    return result
  }
  return maxAlong(maxAlong(data, 1, width, height, width), width, height, width, 1)
}

function paint(target: Buffer, at: number, ink: number, edge: number, opacity: number) {
  const cover = Math.max(ink, edge)
  if (cover === 0) return
  const level = (255 * ink) / cover
  target[at] = level
  target[at + 1] = level
  target[at + 2] = level
  target[at + 3] = Math.round(cover * opacity)
}

function paintCorner({ ink, edge, width, height }: Stamp, opacity: number) {
  const pixels = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at++) paint(pixels, at * 4, ink[at] ?? 0, edge[at] ?? 0, opacity)
  return pixels
}

/** Between pixels, the value is interpolated, because the rows are at an angle. */
function sample(data: Buffer, { width, height }: Size, x: number, y: number) {
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (left + 1 >= width || top + 1 >= height) return 0
  const at = top * width + left
  const upper = (data[at] ?? 0) * (1 - x + left) + (data[at + 1] ?? 0) * (x - left)
  const lower = (data[at + width] ?? 0) * (1 - x + left) + (data[at + width + 1] ?? 0) * (x - left)
  return upper + (lower - upper) * (y - top)
}

const modulo = (value: number, by: number) => ((value % by) + by) % by

/** Every other row is shifted by half a step. */
function paintTiles(stamp: Stamp, opacity: number, picture: Size) {
  const stepX = stamp.width * 1.6
  const stepY = Math.max(stamp.height * 2.6, picture.width * 0.08)
  const pixels = Buffer.alloc(picture.width * picture.height * 4)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  for (let row = 0; row < picture.height; row++) {
    for (let column = 0; column < picture.width; column++) {
      const y = column * sin + row * cos
      const line = Math.floor(y / stepY)
      const inLine = y - line * stepY
      if (inLine > stamp.height) continue
      const x = modulo(column * cos - row * sin + (modulo(line, 2) * stepX) / 2, stepX)
      if (x > stamp.width) continue
      const at = (row * picture.width + column) * 4
      paint(pixels, at, sample(stamp.ink, stamp, x, inLine), sample(stamp.edge, stamp, x, inLine), opacity)
    }
  }
  return pixels
}

async function makeOverlay(watermark: Watermark, picture: Size) {
  const stamp = await makeStamp(await drawMask(watermark, picture), watermark, picture)
  const opacity = watermark.opacity / 100
  if (watermark.mode === 'tiled') {
    return { input: paintTiles(stamp, opacity, picture), raw: { ...picture, channels: 4 as const }, left: 0, top: 0 }
  }
  return {
    input: paintCorner(stamp, opacity),
    raw: { width: stamp.width, height: stamp.height, channels: 4 as const },
    left: Math.max(0, picture.width - stamp.width - Math.round(picture.width * marginShare)),
    top: Math.max(0, picture.height - stamp.height - Math.round(picture.height * marginShare)),
  }
}

/** Returns the pictures, which have to be our own renditions, with the watermark, in the same sizes and formats. */
export async function addWatermark(pictures: Buffer[], watermark: Watermark): Promise<Buffer[]> {
  const marked: Buffer[] = []
  for (const bytes of pictures) {
    const picture = sharp(bytes)
    const { width = 1, height = 1, format, chromaSubsampling = '4:2:0' } = await picture.metadata()
    const drawn = picture.composite([await makeOverlay(watermark, { width, height })])
    const encoded =
      format === 'webp'
        ? drawn.webp(webpQuality)
        : drawn.jpeg({ quality: width > 960 ? 82 : 80, chromaSubsampling, optimiseCoding: false })
    marked.push(await encoded.toBuffer())
  }
  return marked
}
