import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { siteQueries } from '#web/lib/queries/site.ts'
import { knownUserId, noteNewPage, type Session, useSession } from '#web/lib/session.ts'
import { useUploading } from '#web/lib/uploading.ts'
import { Mark } from '#web/ui/mark.tsx'
import { publicPages, useAvailablePages } from './navigation.ts'
import { pathOf } from './return-to.ts'

const UploadsIndicator = lazy(async () => ({
  default: (await import('#web/features/images/upload/uploads-indicator.tsx')).UploadsIndicator,
}))

type Props = { isOnDomain: boolean }

export function Layout({ isOnDomain }: Props) {
  const isUploading = useUploading()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        className="absolute -top-16 left-4 z-50 rounded-control bg-primary px-4 py-2.5 text-on-primary focus:top-3"
        href="#main"
      >
        Skip to content
      </a>
      <Outlet />
      <Footer />
      {/* Owners' domains only serve visitor pages, and galleries have different URLs there. */}
      {!isOnDomain && <StartupSpinner />}
      {isUploading && (
        <Suspense>
          <UploadsIndicator />
        </Suspense>
      )}
      <SessionWatch />
    </div>
  )
}

const legalPages = [
  { to: pages.terms, label: 'Terms & Conditions' },
  { to: pages.privacy, label: 'Privacy Policy' },
  { to: pages.cookiePolicy, label: 'Cookie Policy' },
]

function Footer() {
  const supportEmail = useQuery(siteQueries.config).data?.supportEmail
  const available = useAvailablePages()
  return (
    <footer className="mt-24 border-line border-t py-8 text-caption text-ink-2 sm:text-ui">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        {[available(publicPages), legalPages].map((links) => (
          <ul
            key={links[0]?.to}
            className={`flex flex-wrap gap-x-4 sm:gap-x-6 ${links === legalPages ? '' : 'site-pages'}`}
          >
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link className="inline-flex min-h-11 items-center hover:text-ink hover:underline" to={to}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ))}
        <p className="site-pages">
          {supportEmail ? (
            <a className="underline hover:text-ink" href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
          ) : (
            <Link className="underline hover:text-ink" to={pages.contact}>
              Contact support
            </Link>
          )}
          <span className="max-sm:hidden">, </span>
          <span className="whitespace-nowrap max-sm:block">Monday-Friday, 9am-5pm GMT</span>
        </p>
      </div>
    </footer>
  )
}

const spinnerMs = 1000
/** The pages that visitors open from a link skip the spinner. */
const isRecipientPage = (path: string) => /^\/(links\/(?!create$|edit\/)|images\/|follow\/)/.test(path)

/** Covers the app for the first second while it loads, as the specification requires. */
function StartupSpinner() {
  const { pathname } = useLocation()
  const [isShown, setIsShown] = useState(() => !isRecipientPage(pathname))
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(false), spinnerMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div
      role="status"
      aria-label="Starting"
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-wall text-ink-3"
    >
      <span className="animate-pulse">
        <Mark />
      </span>
    </div>
  )
}

/** Clears cached data when the user changes, and redirects to the login page when the session expires. */
function SessionWatch() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const session = useSession()
  const from = useRef('')
  from.current = pathOf(location)

  // `location.key` changes with every navigation.
  const onNewPage = useEffectEvent((_key: string) => noteNewPage())
  useEffect(() => onNewPage(location.key), [location.key])

  // Reset the cache in an effect, after the previous user's pages have unmounted, so they don't refetch.
  const lastUserId = useRef<string>(undefined)
  const onSession = useEffectEvent((_session: Session) => {
    const userId = knownUserId()
    if (userId === undefined) return
    if (lastUserId.current !== undefined && lastUserId.current !== userId) void queryClient.resetQueries()
    lastUserId.current = userId
  })
  useEffect(() => onSession(session), [session])

  useEffect(() => {
    const toLogin = () => navigate(pages.login, { state: { from: from.current } })
    window.addEventListener('auth-expired', toLogin)
    return () => window.removeEventListener('auth-expired', toLogin)
  }, [navigate])
  return null
}
