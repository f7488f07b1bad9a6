import { WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useOnline } from '#web/lib/use-online.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Header } from './header.tsx'

type Props = {
  /** Replaces the site header. */
  head?: ReactNode
  children: ReactNode
}

export function Page({ head = <Header />, children }: Props) {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash } = useLocation()
  const navigation = useNavigationType()
  const isOnline = useOnline()

  // The browser restores the position on back and forward. A changed query isn't a new page.
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
  <div role="status" className="offline-notice page py-2">
    <Notice icon={WifiOff}>You're offline. Uploads continue when you're back online.</Notice>
  </div>
)
