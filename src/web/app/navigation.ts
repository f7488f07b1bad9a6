import { pages } from '#shared/pages.ts'

export const publicPages = [
  { to: pages.home, label: 'Home' },
  { to: pages.pricing, label: 'Pricing' },
  { to: pages.faq, label: 'FAQ' },
  { to: pages.contact, label: 'Contact' },
]
