import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useUploading } from '#web/lib/uploading.ts'
import { Footer } from './footer.tsx'
import { SessionWatch } from './session-watch.tsx'
import { StartupSpinner } from './startup-spinner.tsx'

const UploadsIndicator = lazy(async () => ({
  default: (await import('#web/features/images/upload/uploads-indicator.tsx')).UploadsIndicator,
}))

export function Layout() {
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
