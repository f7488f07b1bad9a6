import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'
import { Page } from './page.tsx'

// Gallery pages never need these two, so they load lazily.
const NotFoundPage = lazy(async () => ({ default: (await import('./pages/not-found-page.tsx')).NotFoundPage }))
const Protected = lazy(async () => ({ default: (await import('./protected.tsx')).Protected }))

export type PageName = keyof typeof pages
type Screen = ComponentType | LazyExoticComponent<ComponentType>
/** Partial, because the server renders only the gallery and image screens. */
export type Screens = Partial<Record<PageName, Screen>>

const protectedPages: ReadonlySet<PageName> = new Set([
  'createLink',
  'editLink',
  'dashboard',
  'activity',
  'upload',
  'analytics',
  'linkAnalytics',
  'choices',
  'guestUploads',
  'cards',
  'account',
  'subscription',
  'subscriptionSuccess',
  'subscriptionCancel',
])

const isAdminPage = (name: PageName) => name.startsWith('admin')

/** Fills the screen, so the footer doesn't jump when the page loads. */
const PageLoading = () => (
  <div className="min-h-dvh">
    <Spinner />
  </div>
)

/** These pages render their own `Page`, because its header depends on the gallery. */
const recipientPages: ReadonlySet<PageName> = new Set(['gallery', 'image'])

function screenOf(name: PageName, Screen: Screen) {
  if (recipientPages.has(name)) {
    const loading = (
      <Page>
        <PageLoading />
      </Page>
    )
    return (
      <Suspense fallback={loading}>
        <Screen />
      </Suspense>
    )
  }
  return (
    <Page>
      <Suspense fallback={<PageLoading />}>
        {protectedPages.has(name) || isAdminPage(name) ? (
          <Protected otherwise={isAdminPage(name) ? <NotFoundPage /> : undefined}>
            <Screen />
          </Protected>
        ) : (
          <Screen />
        )}
      </Suspense>
    </Page>
  )
}

type Props = { screens: Screens; queryClient: QueryClient }

/** The live wall is a full-screen page without header and footer. */
export const App = ({ screens: { wall: Wall, ...screens }, queryClient }: Props) => (
  <ErrorBoundary>
    <QueryClientProvider client={queryClient}>
      <Routes>
        {Wall && (
          <Route
            path={pages.wall}
            element={
              <Suspense fallback={<div className="fixed inset-0 bg-room" />}>
                <Wall />
              </Suspense>
            }
          />
        )}
        <Route element={<Layout />}>
          {(Object.keys(screens) as (keyof typeof screens)[]).map((name) => {
            const Screen = screens[name]
            return Screen && <Route key={name} path={pages[name]} element={screenOf(name, Screen)} />
          })}
          <Route
            path="*"
            element={
              <Page>
                <Suspense fallback={<PageLoading />}>
                  <NotFoundPage />
                </Suspense>
              </Page>
            }
          />
        </Route>
      </Routes>
    </QueryClientProvider>
  </ErrorBoundary>
)
