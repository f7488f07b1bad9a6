import { pages } from '#shared/pages.ts'
import { Hero } from '#web/ui/hero.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'

const tabs = [
  { to: pages.account, label: 'Profile' },
  { to: pages.accountSecurity, label: 'Security' },
  { to: pages.accountPrograms, label: 'Programs' },
] as const

/** The title of the account pages, with links between them. */
export const AccountHead = () => (
  <Hero title="Account Settings">
    <PageTabs label="Account" tabs={tabs} />
  </Hero>
)
