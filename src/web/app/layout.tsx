import { WifiOff } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { useUploading } from '#web/lib/uploading.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { SessionWatch } from './session-watch.tsx'
import { StartupSpinner } from './startup-spinner.tsx'

const UploadsIndicator = lazy(async () => ({
  default: (await import('#web/features/images/upload/uploads-indicator.tsx')).UploadsIndicator,
}))

export function Layout() {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash } = useLocation()
  const navigation = useNavigationType()
  const isOnline = useOnline()
  const isUploading = useUploading()

  // A new page starts at its top, for the eye and for the keyboard, or at the place that its address names. Back and
  // forward are left to the browser, and a change of the query alone is no new page.
  const goToTop = useEffectEvent((_pathname: string) => {
    if (navigation === 'POP') return
    if (!hash) window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  })
  useEffect(() => goToTop(pathname), [pathname])

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        className="absolute -top-16 left-4 z-50 rounded-control bg-primary px-4 py-2.5 text-on-primary focus:top-3"
        href="#main"
      >
        Skip to content
      </a>
      <Header />
      {!isOnline && <OfflineNotice />}
      <main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <Footer />
      <StartupSpinner />
      {isUploading && (
        <Suspense>
          <UploadsIndicator />
        </Suspense>
      )}
      <SessionWatch />
    </div>
  )
}

const OfflineNotice = () => (
  <div role="status" className="page py-2">
    <Notice icon={WifiOff}>You are offline. What you typed is kept.</Notice>
  </div>
)
