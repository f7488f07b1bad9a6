import type { Analytics } from '#shared/analytics.ts'
import { count, formatNumber } from '#web/lib/formats.ts'

export const NotCounted = ({ leftOut: { bots, owner, repeats } }: Pick<Analytics, 'leftOut'>) => (
  <p className="mt-12 max-w-measure border-line border-t pt-6 text-caption text-ink-3">
    Not counted in this period: {count(bots, 'request')} from bots and link previews, {formatNumber(owner)} of your own,
    and {count(repeats, 'repeat view')} by the same person within half an hour. Unique visitors are counted per day. We
    don't track people across days.
  </p>
)
