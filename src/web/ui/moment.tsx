import { formatAgo, formatDay, formatDayInUtc } from '#web/lib/formats.ts'
import { useMounted } from '#web/lib/use-mounted.ts'

/** A day as the reader's calendar has it, or how long ago. Where their time zone is not known yet, the day in UTC. */
export function Moment({ at, isRelative = false }: { at: string; isRelative?: boolean }) {
  const isMounted = useMounted()
  const words = isRelative ? formatAgo : formatDay
  return <time dateTime={at}>{isMounted ? words(at) : formatDayInUtc(at)}</time>
}
