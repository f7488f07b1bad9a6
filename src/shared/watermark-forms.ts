import * as z from 'zod/mini'
import { watermarkOpacity, watermarkSize, watermarkTextMaxLength } from './limits.ts'
import { optionalLine } from './text.ts'

const percent = (label: string, { min, max }: { min: number; max: number }) =>
  z
    .number(`${label} must be a number`)
    .check(
      z.int(`${label} must be a whole number`),
      z.minimum(min, `${label} must be at least ${min}`),
      z.maximum(max, `${label} cannot be more than ${max}`),
    )

/** `text` is what's drawn if `source` is text. If it's empty, the name of the studio or the gallery is drawn. */
const fields = {
  mode: z.enum(['off', 'corner', 'tiled'], 'Watermark must be off, corner or tiled'),
  source: z.enum(['text', 'logo'], 'Watermark must be text or logo'),
  text: optionalLine('Watermark text', watermarkTextMaxLength),
  opacity: percent('Opacity', watermarkOpacity),
  size: percent('Size', watermarkSize),
}

export const initialWatermark = { mode: 'off', source: 'text', text: '', opacity: 40, size: 20 } as const

export const watermark = z.object(fields)
export type Watermark = z.infer<typeof watermark>

const error = 'Watermark must be an object'

export const newWatermark = z.object(
  {
    mode: z._default(fields.mode, initialWatermark.mode),
    source: z._default(fields.source, initialWatermark.source),
    text: z._default(fields.text, initialWatermark.text),
    opacity: z._default(fields.opacity, initialWatermark.opacity),
    size: z._default(fields.size, initialWatermark.size),
  },
  error,
)

/** Omitted fields keep their values. */
export const watermarkChange = z.partial(z.object(fields, error))
export type WatermarkChange = z.infer<typeof watermarkChange>
