import type { Analytics } from '#shared/analytics.ts'
import { count, formatNumber } from '#web/lib/formats.ts'

/** Honest figures say what they leave out. */
export const NotCounted = ({ leftOut: { bots, owner, repeats } }: Pick<Analytics, 'leftOut'>) => (
  <p className="mt-12 max-w-measure border-line border-t pt-6 text-caption text-ink-3">
    Not counted in this period: {count(bots, 'request')} by crawlers, chat previews and other programs,{' '}
    {formatNumber(owner)} of your own, and {count(repeats, 'repeat')} by the same person within half an hour. A unique
    visitor is counted once a day; nobody is followed from one day to the next.
  </p>
)
