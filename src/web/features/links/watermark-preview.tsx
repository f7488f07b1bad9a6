import { useQuery } from '@tanstack/react-query'
import type { Link } from '#shared/links.ts'
import { getStudio } from '#shared/studio.ts'
import type { Watermark } from '#shared/watermark-forms.ts'
import { call } from '#web/lib/api.ts'
import { Picture } from '#web/ui/picture.tsx'

/** The preview is drawn in these units. */
const width = 600
const margin = 0.03
const angle = -30

type Mark = { width: number; height: number; href: string | null; text: string }

/** Shows the cover like visitors see it. The server breaks long texts into lines, which the preview doesn't. */
export function WatermarkPreview({ watermark, link }: { watermark: Watermark; link: Link }) {
  const { mode, opacity, source } = watermark
  const { data: studio } = useQuery({
    queryKey: ['studio'],
    queryFn: async ({ signal }) => (await call(getStudio, { signal })).data,
    enabled: source === 'logo',
  })
  const cover = link.coverImage
  const ratio = cover ? cover.height / cover.width : 2 / 3
  const height = Math.round(width * ratio)
  const logo = studio?.logoDarkUrl ?? studio?.logoUrl ?? null
  const text = watermark.text || studio?.name || link.studio?.name || link.owner.name || '©'
  const markWidth = (width * watermark.size) / 100
  const mark = {
    width: markWidth,
    height: source === 'logo' && logo ? markWidth / 3 : (markWidth * 1.8) / Math.max(2, text.length),
    href: source === 'logo' ? logo : null,
    text,
  }
  return (
    // A tall cover would push the controls out of view.
    <figure className="grid gap-2" style={{ maxWidth: `min(24rem, ${18 / ratio}rem)` }}>
      <div className="relative overflow-hidden rounded-small bg-ink-3">
        {cover ? (
          <Picture image={cover} alt="The cover, as visitors see it" sizes="24rem" className="w-full" />
        ) : (
          <div className="aspect-3/2" />
        )}
        <svg
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
          className="absolute inset-0 size-full"
          style={{ opacity: opacity / 100 }}
        >
          {mode === 'tiled' ? (
            <g transform={`rotate(${angle})`}>
              {placesOf(mark, height).map(({ x, y }) => (
                <Stamp key={`${x} ${y}`} mark={mark} x={x} y={y} />
              ))}
            </g>
          ) : (
            <Stamp mark={mark} x={width * (1 - margin) - mark.width} y={height * (1 - margin) - mark.height} />
          )}
        </svg>
      </div>
      <figcaption className="text-caption text-ink-3">What visitors see</figcaption>
    </figure>
  )
}

/** Rows over the whole picture, every other one shifted by half a step, like the server draws them. */
function placesOf(mark: Mark, height: number) {
  const step = { x: mark.width * 1.6, y: Math.max(mark.height * 2.6, width * 0.08) }
  const reach = width + height
  const rows = Array.from({ length: Math.ceil((2 * reach) / step.y) }, (_, row) => row - Math.ceil(reach / step.y))
  const columns = Array.from({ length: Math.ceil((2 * reach) / step.x) }, (_, index) => index)
  return rows.flatMap((row) =>
    columns.map((column) => ({ x: column * step.x - reach + (row % 2 === 0 ? 0 : step.x / 2), y: row * step.y })),
  )
}

function Stamp({ mark: { width: wide, height: high, href, text }, x, y }: { mark: Mark; x: number; y: number }) {
  if (href) {
    const shown = { filter: 'brightness(0) invert(1) drop-shadow(0 0 1px #000)' }
    return <image href={href} x={x} y={y} width={wide} height={high} preserveAspectRatio="xMaxYMax" style={shown} />
  }
  return (
    <text
      x={x}
      y={y + high * 0.85}
      textLength={wide}
      lengthAdjust="spacingAndGlyphs"
      fontSize={high * 0.95}
      fontFamily="DejaVu Sans, Verdana, sans-serif"
      fontWeight={700}
      fill="#fff"
      stroke="#000"
      strokeWidth={high * 0.14}
      paintOrder="stroke"
    >
      {text}
    </text>
  )
}
