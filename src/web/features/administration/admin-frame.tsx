import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useUser } from '#web/lib/session.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'

const tabs = [
  { to: pages.admin, label: 'Overview' },
  { to: pages.adminUsers, label: 'Users' },
  { to: pages.adminReports, label: 'Reports' },
  { to: pages.adminLog, label: 'Log' },
]

/** Renders its children for admins only, so the children's queries never run for other users. */
export function ForAdministrators({ children }: { children: ReactNode }) {
  const user = useUser()
  if (user?.isAdmin) return children
  return (
    <StateScreen title="Administrators only" sentence="Only this site's administrators can open this page.">
      <Link className={buttonStyle.plain} to={pages.dashboard}>
        Go to Dashboard
      </Link>
    </StateScreen>
  )
}

export const AdminFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <ForAdministrators>
    <div className="page">
      <title>{`${title} · Framelight`}</title>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 py-[clamp(1.5rem,4vw,3rem)]">
        <h1 className="text-title">{title}</h1>
        <nav
          aria-label="Administration"
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
    </div>
  </ForAdministrators>
)
