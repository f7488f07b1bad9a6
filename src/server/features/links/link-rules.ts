import { isDeepStrictEqual } from 'node:util'
import { isVisible, logoOf, type MarkSource, textOf } from '#server/features/access/marks.ts'
import { listUncovered } from '#server/platform/images/font-coverage.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { expiryProblem } from '#shared/expiry.ts'
import { isReservedSlug, type LinkChange, slugReserved } from '#shared/link-forms.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { Watermark, WatermarkChange } from '#shared/watermark-forms.ts'
import type { LinkRecord, StoredFields } from './link-rows.ts'

/** Pass only new values, because existing ones remain valid after a downgrade. */
export function checkPlanAllows(
  plan: CatalogPlan,
  { slug, expiresAt }: { slug?: string | undefined; expiresAt?: string | null | undefined },
  now: Date,
) {
  if (slug !== undefined && !plan.allows.customSlugs) {
    throw new AppError('PLAN_FEATURE', 'Custom links are a Gold feature. Please upgrade to choose your own.')
  }
  const problem = expiresAt ? expiryProblem(expiresAt, plan, now) : undefined
  if (problem?.code === 'PLAN_FEATURE') throw new AppError(problem.code, problem.sentence)
  if (problem) throw invalidField('expiresAt', problem.sentence)
}

const instants = ['expiresAt', 'revealAt', 'uploadsCloseAt'] as const
type Instants = { [Name in (typeof instants)[number]]?: string | null | undefined }

/** Timestamps are stored in UTC, so that they can be compared as text. */
export const withInstants = <Fields extends Instants>(fields: Fields): Fields => ({
  ...fields,
  ...Object.fromEntries(
    instants.flatMap((name) => {
      const text = fields[name]
      return text ? [[name, new Date(text).toISOString()]] : []
    }),
  ),
})

/** Pass only new values, because dates pass. */
export function checkFuture({ revealAt, uploadsCloseAt }: Instants, now: Date) {
  const instant = now.toISOString()
  if (revealAt && revealAt <= instant) throw invalidField('revealAt', 'Opening date must be in the future')
  if (uploadsCloseAt && uploadsCloseAt <= instant) {
    throw invalidField('uploadsCloseAt', 'Closing date must be in the future')
  }
}

/** Returns only the fields that differ, because the plan doesn't need to allow unchanged values. */
export function changesIn(link: LinkRecord, change: Omit<LinkChange, 'password'>): Partial<StoredFields> {
  const { watermark, ...rest } = withInstants(change)
  const wanted = { ...rest, ...(watermark && changedWatermark(link.watermark, watermark)) }
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && value !== link[name as keyof LinkRecord],
  )
  return Object.fromEntries(changed)
}

function changedWatermark(current: Watermark, change: WatermarkChange) {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const watermark: Watermark = { ...current, ...Object.fromEntries(given) }
  return isDeepStrictEqual(watermark, current) ? {} : { watermark }
}

/** Visitors never get clean files instead, so an owner finds out here that a watermark can't be drawn. */
export function checkWatermark(watermark: Watermark, current: Watermark, source: MarkSource) {
  // Values that stay the same are accepted, even if the logo or the name has changed since.
  if (watermark.source === 'logo' && current.source !== 'logo' && logoOf(source) === null) {
    throw invalidField('watermark', 'Add a logo to your studio first')
  }
  const newText = watermark.text === current.text ? '' : watermark.text
  if (newText && !isVisible(newText)) throw invalidField('watermark', 'Enter a text that can be seen')
  const drawn = drawnText(watermark, source)
  const uncovered = listUncovered((drawn !== drawnText(current, source) && drawn) || newText)
  if (uncovered.length === 0) return
  throw invalidField('watermark', `These characters can't be drawn: ${uncovered.join(' ')}`)
}

const drawnText = (watermark: Watermark, source: MarkSource) =>
  watermark.mode !== 'off' && watermark.source === 'text' ? textOf(watermark, source) : ''

/** Pass only a new slug, because older links may have one that has been reserved since. */
export function checkSlug({ slug }: { slug?: string | undefined }) {
  if (slug !== undefined && isReservedSlug(slug)) throw invalidField('slug', slugReserved)
}

/** A link keeps its old slugs forever, so their number is limited. */
export const maxOldSlugs = 20

export const tooManySlugs = () =>
  invalidField(
    'slug',
    `This link has already had ${maxOldSlugs} other custom links, which all redirect to it. Choose one of those.`,
  )

export const slugTaken = () => new AppError('SLUG_TAKEN', 'This link is already taken')

export const limitReached = () =>
  new AppError('LINK_LIMIT_REACHED', "You have reached your plan's link limit. Please upgrade to create more links.")
