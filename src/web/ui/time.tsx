import { formatAgo, formatDay, formatDayInUtc, formatExpiry } from '#web/lib/formats.ts'
import { useMounted } from '#web/lib/use-mounted.ts'

/** All formats use the viewer's time zone. */
const formats = { day: formatDay, ago: formatAgo, expiry: formatExpiry }

type Props = { at: string; as?: keyof typeof formats }

/** Shows the UTC day until hydrated, because the server doesn't have the viewer's time zone. */
export function Time({ at, as = 'day' }: Props) {
  const isMounted = useMounted()
  return <time dateTime={at}>{isMounted ? formats[as](at) : formatDayInUtc(at)}</time>
}
