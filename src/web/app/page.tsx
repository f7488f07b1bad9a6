import { WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useOnline } from '#web/lib/use-online.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Header } from './header.tsx'

type Props = {
  /** What stands above the page instead of the site's header, or null where the page has it further down. */
  head?: ReactNode
  children: ReactNode
}

/** What is between the skip link and the footer: the head, and all that is the page's own. */
export function Page({ head = <Header />, children }: Props) {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash } = useLocation()
  const navigation = useNavigationType()
  const isOnline = useOnline()

  // A new page starts at its top, for the eye and for the keyboard, or at the place that its address names. Back and
  // forward are left to the browser, and a change of the query alone is no new page.
  const goToTop = useEffectEvent((_pathname: string) => {
    if (navigation === 'POP') return
    if (!hash) window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  })
  useEffect(() => goToTop(pathname), [pathname])

  return (
    <>
      {head}
      {!isOnline && <OfflineNotice />}
      <main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
    </>
  )
}

const OfflineNotice = () => (
  <div role="status" className="page py-2">
    <Notice icon={WifiOff}>You are offline. What you typed is kept.</Notice>
  </div>
)
