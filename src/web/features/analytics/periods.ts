const periods = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
]

/** The periods to choose from: those that the plan shows. */
export const periodsWithin = (days: number) => periods.filter((period) => period.days <= days)
