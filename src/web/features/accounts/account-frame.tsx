import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ConfirmItsYou } from './confirm-its-you.tsx'

const tabs = [
  { to: pages.account, label: 'Profile' },
  { to: pages.accountSecurity, label: 'Security' },
  { to: pages.accountPrograms, label: 'Programs' },
]

/** The pages of the account have the same heading, with tabs to switch between them. */
export const AccountFrame = ({ title = 'Account Settings', children }: { title?: string; children: ReactNode }) => (
  <div className="page">
    <title>{`${title} · Framelight`}</title>
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 py-[clamp(2rem,5vw,4.5rem)]">
      <h1 className="text-title">Account Settings</h1>
      <nav
        aria-label="Account"
        className="inline-flex max-w-full rounded-[10px] bg-sunken p-[3px] shadow-[inset_0_0_0_1px_var(--color-line)] max-sm:w-full"
      >
        {tabs.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end
            className="inline-flex min-h-11 flex-1 items-center justify-center whitespace-nowrap rounded-[7px] px-2.5 text-ink-2 text-ui aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-control sm:min-h-9.5 sm:px-3.5"
          >
            {label}
          </NavLink>
        ))}
      </nav>
    </header>
    {children}
    <ConfirmItsYou />
  </div>
)
