import sharp from 'sharp'
import { inRoot } from '../scripts/paths.mjs'

/** How much of a picture each of its frames shows, from where (0 to 1), and what the darkroom did to it. */
const frames = [
  { share: 1, from: [0, 0] },
  { share: 0.62, from: [0.9, 0.7], isUpright: true },
  { share: 0.7, from: [0.1, 0.9], isMirrored: true },
  { share: 0.78, from: [0.8, 0.2], look: 'mono' },
  { share: 0.66, from: [0.35, 0.45], look: 'warm' },
  { share: 0.74, from: [0.2, 0.6], isUpright: true, isMirrored: true },
  { share: 0.84, from: [1, 1], isMirrored: true, look: 'faded' },
  { share: 0.6, from: [0.6, 0.3], look: 'warm' },
]

const longSide = 1600

function crop({ share, from: [x, y], isUpright }, { width, height }) {
  if (share === 1) return { left: 0, top: 0, width, height }
  const ratio = isUpright ? 2 / 3 : 3 / 2
  const frameWidth = Math.round(Math.min(width, height * ratio) * share)
  const frameHeight = Math.round(frameWidth / ratio)
  return {
    left: Math.round((width - frameWidth) * x),
    top: Math.round((height - frameHeight) * y),
    width: frameWidth,
    height: frameHeight,
  }
}

const looks = {
  mono: (image) => image.grayscale().linear(1.12, -12),
  warm: (image) => image.modulate({ saturation: 1.06 }).linear([1.06, 1.0, 0.9], [2, 0, -2]),
  faded: (image) => image.modulate({ saturation: 0.78 }).linear(0.9, 18),
}

const exifTime = (date) => {
  const text = date.toISOString()
  return `${text.slice(0, 10).replaceAll('-', ':')} ${text.slice(11, 19)}`
}

/** Makes one of several photos out of a picture: another framing, mirrored, or in another look. */
export async function develop({ picture, frame, takenAt }) {
  const negative = sharp(inRoot('demo', 'pictures', picture))
  const settings = frames[frame % frames.length]
  let image = negative.extract(crop(settings, await negative.metadata()))
  if (settings.isMirrored) image = image.flop()
  image = image.resize({ width: longSide, height: longSide, fit: 'inside' })
  if (settings.look) image = looks[settings.look](image)
  return image
    .withExif({
      IFD0: { Make: 'Framelight', Model: 'Demo' },
      IFD2: { DateTimeOriginal: exifTime(takenAt), OffsetTimeOriginal: '+00:00' },
    })
    .jpeg({ quality: 84 })
    .toBuffer()
}
