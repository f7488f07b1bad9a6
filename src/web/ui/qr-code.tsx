import { useMemo, useState } from 'react'
import { saveFile } from '#web/lib/files.ts'
import { Button } from './button.tsx'
import { FieldError } from './field.tsx'
import { drawQr, toPngFile, toSvgFile } from './qr-image.ts'

/** A QR code to look at and to take along; black on white in both themes, since not every reader knows the reverse. */
export default function QrCode({ text, fileName }: { text: string; fileName: string }) {
  const picture = useMemo(() => drawQr(text), [text])
  const [hasFailed, setHasFailed] = useState(false)

  const savePng = async () => {
    const file = await toPngFile(picture)
    setHasFailed(!file)
    if (file) saveFile(file, `${fileName}.png`)
  }

  return (
    <div className="flex items-center gap-5">
      <svg
        viewBox={`0 0 ${picture.size} ${picture.size}`}
        role="img"
        aria-label="QR code of this link"
        shapeRendering="crispEdges"
        className="size-30 shrink-0 rounded-small border border-line"
      >
        <path fill="#fff" d={`M0 0h${picture.size}v${picture.size}H0z`} />
        <path fill="#000" d={picture.path} />
      </svg>
      <div>
        <p className="text-ink-2 text-ui">For a card, a print or a door.</p>
        <div className="-ml-3 flex">
          <Button kind="ghost" aria-label="Download QR code as PNG" onClick={savePng}>
            PNG
          </Button>
          <Button
            kind="ghost"
            aria-label="Download QR code as SVG"
            onClick={() => saveFile(toSvgFile(picture), `${fileName}.svg`)}
          >
            SVG
          </Button>
        </div>
        {hasFailed && <FieldError>The PNG could not be made. The SVG works everywhere.</FieldError>}
      </div>
    </div>
  )
}
