import { type CatalogPlan, plans } from '#shared/plans.ts'

/** The plans that do something, in words: 'Plus and Gold'. */
export const namesOf = (does: (plan: CatalogPlan) => boolean) =>
  new Intl.ListFormat('en').format(
    Object.values(plans)
      .filter(does)
      .map(({ name }) => name),
  )
