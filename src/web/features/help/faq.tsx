import { commentMaxLength, passwordLength, slugLength } from '#shared/limits.ts'
import { type CatalogPlan, plans } from '#shared/plans.ts'
import { formatNumber, formatPrice } from '#web/lib/formats.ts'
import { formatLimit, limitText } from '#web/lib/limit-text.ts'
import { FileLimit } from '#web/lib/use-file-limit.ts'
import { usePlan, usePlans } from '#web/lib/use-plans.ts'
import { undoSentence, useTrashDays } from '#web/lib/use-trash-days.ts'
import { Article } from '#web/ui/article.tsx'
import { Hero } from '#web/ui/hero.tsx'
import faq from './faq.md'

export const FaqPage = () => (
  <div className="page">
    <title>FAQ · Framelight</title>
    <Hero title={faq.title} />
    <Article text={faq} components={components} />
  </div>
)

const PlanPrices = () => (
  <ul className="mb-3 list-disc pl-5">
    {usePlans().plans.map(({ id, name, price, currency, linkLimit, imageLimit }) => (
      <li key={id}>
        {name}: {formatPrice(price, currency)} per month, {limitText(linkLimit, 'link')},{' '}
        {limitText(imageLimit, 'image')}
      </li>
    ))}
  </ul>
)

/** Renders text like '2 on Free, 10 on Plus, 25 on Gold'. */
const PlanLimits = ({ of }: { of: 'linkLimit' | 'imageLimit' }) =>
  usePlans()
    .plans.map((plan) => `${formatLimit(plan[of])} on ${plan.name}`)
    .join(', ')

/** Renders text like 'Plus and Gold'. */
const PlansThat = ({ allow }: { allow: (allows: CatalogPlan['allows']) => boolean }) =>
  new Intl.ListFormat('en').format(
    usePlans()
      .plans.filter(({ id }) => allow(plans[id].allows))
      .map(({ name }) => name),
  )

/** Some sites include these in every plan, so this goes by what the server says. */
const PlansWith = ({ feature }: { feature: string }) =>
  new Intl.ListFormat('en').format(
    usePlans()
      .plans.filter(({ features }) => features.includes(feature))
      .map(({ name }) => name),
  )

/** Renders text like '2 people on Plus and 10 on Gold'. */
function CollaboratorLimits() {
  const limits = usePlans().plans.flatMap(({ name, features }) => {
    const many = features.flatMap((feature) => /^(\d+) collaborators$/.exec(feature)?.[1] ?? [])
    return many.map((limit) => ({ name, limit }))
  })
  return new Intl.ListFormat('en').format(
    limits.map(({ name, limit }, index) => `${limit}${index === 0 ? ' people' : ''} on ${name}`),
  )
}

const components = {
  CollaboratorLimits,
  CommentMax: () => formatNumber(commentMaxLength),
  FileLimit,
  RestoreFromTrash: () => undoSentence(useTrashDays(), 'it', 'This can’t be undone.'),
  FreeExpiryDays: () => plans.free.allows.maxExpiryDays,
  FreePlan: () => usePlan('free').name,
  ImageLimits: () => <PlanLimits of="imageLimit" />,
  LinkLimits: () => <PlanLimits of="linkLimit" />,
  PasswordMin: () => passwordLength.min,
  PlanPrices,
  PlansWithAnyExpiry: () => <PlansThat allow={({ maxExpiryDays }) => maxExpiryDays === null} />,
  PlansWithBranding: () => <PlansWith feature="Custom branding" />,
  PlansWithCustomUrls: () => <PlansThat allow={({ customSlugs }) => customSlugs} />,
  PlansWithDailyViews: () => <PlansThat allow={({ analytics }) => analytics.level !== 'basic'} />,
  PlansWithDomain: () => <PlansWith feature="Own domain" />,
  PlansWithoutOurName: () => <PlansThat allow={({ brandingLine }) => !brandingLine} />,
  SlugMax: () => slugLength.max,
  SlugMin: () => slugLength.min,
}
