import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '#web/lib/files.ts'
import { Button } from './button.tsx'
import { FieldError } from './field.tsx'
import { drawQr, QrDrawing, type QrImage } from './qr-drawing.tsx'

export default function QrCode({ text, fileName }: { text: string; fileName: string }) {
  const [hasFailed, setHasFailed] = useState(false)

  const savePng = async () => {
    const file = await toPngFile(drawQr(text))
    setHasFailed(!file)
    if (file) saveFile(file, `${fileName}.png`)
  }

  return (
    <div className="flex items-center gap-4">
      <QrDrawing
        text={text}
        label="QR code for this link"
        className="size-30 shrink-0 rounded-small border border-line"
      />
      <div>
        <p className="text-ink-2 text-ui">Print it on a card or poster.</p>
        <div className="-mx-3 flex">
          <Button kind="ghost" icon={Download} aria-label="Download QR code as PNG" onClick={savePng}>
            PNG
          </Button>
          <Button
            kind="ghost"
            icon={Download}
            aria-label="Download QR code as SVG"
            onClick={() => saveFile(toSvgFile(drawQr(text)), `${fileName}.svg`)}
          >
            SVG
          </Button>
        </div>
        {hasFailed && <FieldError>Couldn't create the PNG. Download the SVG instead.</FieldError>}
      </div>
    </div>
  )
}

const pngPixelsPerModule = 24

const toSvgFile = ({ size, path }: QrImage) =>
  new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`,
    ],
    { type: 'image/svg+xml' },
  )

/** The PNG is large enough for print. Each square is a whole number of pixels wide, to keep the edges sharp. */
function toPngFile({ size, path }: QrImage): Promise<Blob | null> {
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
