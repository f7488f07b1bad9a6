import type { Image } from '#shared/images.ts'
import { formatDayInUtc, formatMinuteInUtc, formatNumber } from '#web/lib/formats.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { type Camera, cameraName } from '../camera.ts'

type Seen = Pick<Image, 'takenAt' | 'width' | 'height' | 'url'> & { camera?: Camera | null }

export function ImageFacts({ image: { takenAt, width, height, url, camera } }: { image: Seen }) {
  // The server doesn't have the viewer's locale, so it only renders the day.
  const formatTaken = useMounted() ? formatMinuteInUtc : formatDayInUtc
  const facts = {
    // Most cameras don't record a time zone. Their local time is stored as UTC, so format it as UTC.
    Taken: takenAt && <time dateTime={takenAt}>{formatTaken(takenAt)}</time>,
    Camera: camera && cameraName(camera),
    Lens: camera?.lens,
    Exposure: camera?.exposure,
    'Full size': url && `${formatNumber(width)} × ${formatNumber(height)}`,
  }
  const known = Object.entries(facts).filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-6 gap-y-2.5 text-ui">
      {known.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
