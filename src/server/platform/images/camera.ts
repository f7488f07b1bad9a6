import type { Rational } from '#shared/exif.ts'
import type { ExifValues } from './exif-tags.ts'

export type Camera = { make: string | null; model: string | null; lens: string | null; exposure: string | null }

const maxLength = 100

const shown = (text: string | undefined) => text?.slice(0, maxLength) ?? null

export function describeCamera(values: ExifValues): Camera | null {
  const { make, model, lens } = values
  const camera = { make: shown(make), model: shown(model), lens: shown(lens), exposure: describeExposure(values) }
  return Object.values(camera).some((text) => text !== null) ? camera : null
}

function describeExposure({ exposureTime, fNumber, iso, focalLength }: ExifValues): string | null {
  const parts = [
    exposureTime && `${seconds(exposureTime)} s`,
    fNumber && `f/${rounded(fNumber)}`,
    iso && `ISO ${iso}`,
    focalLength && `${rounded(focalLength)} mm`,
  ]
  return parts.filter(Boolean).join(', ') || null
}

const rounded = ([numerator, denominator]: Rational) => Math.round((10 * numerator) / denominator) / 10

/** Formats the time like photographers do: as a fraction up to a quarter of a second, then in tenths. */
const seconds = ([numerator, denominator]: Rational) =>
  numerator / denominator <= 0.25 ? `1/${Math.round(denominator / numerator)}` : rounded([numerator, denominator])
