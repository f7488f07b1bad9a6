import { NavLink } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Hero } from '#web/ui/hero.tsx'

const parts = [
  { to: pages.account, label: 'Profile' },
  { to: pages.accountSecurity, label: 'Security' },
  { to: pages.accountPrograms, label: 'Programs' },
]

/** The title of the account pages, with links between them. */
export const AccountHead = () => (
  <Hero title="Account Settings">
    <nav aria-label="Account" className="flex gap-1 rounded-control border border-line bg-sunken p-1 max-sm:w-full">
      {parts.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="inline-flex min-h-11 items-center justify-center rounded-small border border-transparent px-3.5 text-ink-2 text-ui hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-ink max-sm:flex-1 sm:min-h-9.5"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  </Hero>
)
