import { useMemo } from 'react'
import { encode } from 'uqr'

/** The quiet zone required by the QR standard, in modules. */
const border = 4

export type QrImage = { size: number; path: string }

/** Returns one SVG path for all dark squares. `size` includes the border. */
export function drawQr(text: string): QrImage {
  const { size, data } = encode(text, { ecc: 'M', border })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

type Props = { text: string; label: string; className?: string }

/** The code is black on white in both themes, because not every scanner can read inverted codes. */
export function QrDrawing({ text, label, className }: Props) {
  const { size, path } = useMemo(() => drawQr(text), [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
