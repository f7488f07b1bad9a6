import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useUser } from '#web/lib/session.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { StateScreen } from '#web/ui/state-screen.tsx'

const tabs = [
  { to: pages.admin, label: 'Overview' },
  { to: pages.adminUsers, label: 'Users' },
  { to: pages.adminReports, label: 'Reports' },
  { to: pages.adminLog, label: 'Log' },
] as const

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
        <PageTabs label="Administration" tabs={tabs} />
      </header>
      {children}
    </div>
  </ForAdministrators>
)
