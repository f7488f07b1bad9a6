import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useAvailablePages } from '#web/app/navigation.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'

const links = [
  { to: pages.home, label: 'Home' },
  { to: pages.dashboard, label: 'Dashboard' },
  { to: pages.pricing, label: 'Pricing' },
  { to: pages.faq, label: 'FAQ' },
  { to: pages.contact, label: 'Contact' },
]

export function NotFoundPage() {
  const available = useAvailablePages()
  return (
    <>
      <title>Page not found · Framelight</title>
      <StateScreen title="Page not found" sentence="The link may be old or mistyped. Try one of these:">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 sm:gap-x-7">
          {available(links).map(({ to, label }) => (
            <li key={to}>
              <Link className="link inline-flex min-h-11 items-center" to={to}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </StateScreen>
    </>
  )
}
