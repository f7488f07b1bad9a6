import { encode } from 'uqr'

/** The quiet zone required by the QR standard, in modules. */
const border = 4
const pngPixelsPerModule = 24

export type QrImage = { size: number; path: string }

/** Returns one SVG path for all dark squares. `size` includes the border. */
export function drawQr(text: string): QrImage {
  const { size, data } = encode(text, { ecc: 'M', border })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

export const toSvgFile = ({ size, path }: QrImage) =>
  new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`,
    ],
    { type: 'image/svg+xml' },
  )

/** The PNG is large enough for print. Each square is a whole number of pixels wide, to keep the edges sharp. */
export function toPngFile({ size, path }: QrImage): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = size * pngPixelsPerModule
  canvas.height = canvas.width
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(pngPixelsPerModule, pngPixelsPerModule)
  pen.fillStyle = '#000'
  pen.fill(new Path2D(path))
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
