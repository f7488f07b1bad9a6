import { useMemo, useState } from 'react'
import { saveFile } from '#web/lib/files.ts'
import { Button } from './button.tsx'
import { FieldError } from './field.tsx'
import { drawQr, toPngFile, toSvgFile } from './qr-image.ts'

/** The code is black on white in both themes, because not every scanner can read inverted codes. */
export default function QrCode({ text, fileName }: { text: string; fileName: string }) {
  const code = useMemo(() => drawQr(text), [text])
  const [hasFailed, setHasFailed] = useState(false)

  const savePng = async () => {
    const file = await toPngFile(code)
    setHasFailed(!file)
    if (file) saveFile(file, `${fileName}.png`)
  }

  return (
    <div className="flex items-center gap-5">
      <svg
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label="QR code for this link"
        shapeRendering="crispEdges"
        className="size-30 shrink-0 rounded-small border border-line"
      >
        <path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
        <path fill="#000" d={code.path} />
      </svg>
      <div>
        <p className="text-ink-2 text-ui">Print it on a card or poster.</p>
        <div className="-ml-3 flex">
          <Button kind="ghost" aria-label="Download QR code as PNG" onClick={savePng}>
            PNG
          </Button>
          <Button
            kind="ghost"
            aria-label="Download QR code as SVG"
            onClick={() => saveFile(toSvgFile(code), `${fileName}.svg`)}
          >
            SVG
          </Button>
        </div>
        {hasFailed && <FieldError>Couldn't create the PNG. Download the SVG instead.</FieldError>}
      </div>
    </div>
  )
}
