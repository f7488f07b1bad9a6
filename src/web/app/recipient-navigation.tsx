import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useSession } from '#web/lib/session.ts'
import { Mark } from '#web/ui/mark.tsx'
import { AccountMenu } from './header.tsx'
import { publicPages, useAvailablePages } from './navigation.ts'
import { useReturnState } from './return-to.ts'

const linkStyle = 'inline-flex min-h-10 cursor-pointer items-center gap-1 px-2.5 hover:text-ink hover:underline'

/** A thin line above galleries and photos. On narrow or low screens, it's hidden, and the menu has these links. */
export function RecipientNavigation() {
  const session = useSession()
  const returnState = useReturnState()
  const available = useAvailablePages()
  const toPage = (to: string, label: string, state?: unknown) => (
    <Link key={to} to={to} state={state} className={linkStyle}>
      {label}
    </Link>
  )
  return (
    <nav aria-label="Main" className="site-line items-center px-(--gutter) text-caption text-ink-3">
      <Link
        to={pages.home}
        className="mr-auto inline-flex min-h-10 items-center gap-2 font-semibold text-ink-2 tracking-[-0.01em] hover:text-ink"
      >
        <Mark size={16} />
        Framelight
      </Link>
      {available(publicPages).map(({ to, label }) => toPage(to, label))}
      <span className="mx-2 h-4 border-line border-l" />
      <div className="session-part -mr-2.5 flex">
        {session.status === 'signed-in' ? (
          <>
            {toPage(pages.dashboard, 'Dashboard')}
            <AccountMenu name={session.user.name} isAdmin={session.user.isAdmin} className={linkStyle} />
          </>
        ) : (
          <>
            {toPage(pages.login, 'Login', returnState)}
            {toPage(pages.register, 'Register')}
          </>
        )}
      </div>
    </nav>
  )
}
