import { notifyManager, type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useSyncExternalStore,
} from 'react'
import { Route, Routes, useLocation, useParams } from 'react-router'
import { isPage, pages } from '#shared/pages.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useUser } from '#web/lib/session.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'
import { Page } from './page.tsx'

// Gallery pages never need these two, so they load lazily.
const NotFoundPage = lazy(async () => ({ default: (await import('./pages/not-found-page.tsx')).NotFoundPage }))
const Protected = lazy(async () => ({ default: (await import('./protected.tsx')).Protected }))

export type PageName = keyof typeof pages
type Screen = ComponentType | LazyExoticComponent<ComponentType>
/** Partial, because the server renders only recipient pages. */
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
  'share',
  'trash',
  'account',
  'accountSecurity',
  'accountPrograms',
  'studio',
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
const recipientPages: ReadonlySet<PageName> = new Set(['gallery', 'addPhotos', 'image'])

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

/** As long as visitors only see the photos they added, the gallery page is the page for adding photos. */
function GalleryRoute({ gallery, screens }: { gallery: ReactNode; screens: Screens }) {
  const { slug = '' } = useParams()
  const userId = useUser()?._id
  const queryClient = useQueryClient()
  // A query would load the gallery's code on every page.
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queryClient],
  )
  const read = () => queryClient.getQueryData(queryKeys.gallery(slug))
  const data = useSyncExternalStore(subscribe, read, read)
  const isAdding = data?.state === 'open' && data.link.visitorsSee === 'own' && data.link.user !== userId
  return isAdding && screens.addPhotos ? screenOf('addPhotos', screens.addPhotos) : gallery
}

type Props = { screens: Screens; queryClient: QueryClient; isOnDomain?: boolean | undefined }

/** The pages that an owner's domain has. */
const domainPages: ReadonlySet<PageName> = new Set(['gallery', 'addPhotos', 'image', 'follow'])

/** The gallery's URL on a domain is its slug, but a page of that name wins. */
function OnDomain(props: { gallery: ReactNode; screens: Screens }) {
  return isPage(useLocation().pathname) ? <LeaveDomain /> : <GalleryRoute {...props} />
}

/** The server redirects the URL to our own host. */
function LeaveDomain() {
  useEffect(() => window.location.reload(), [])
  return <PageLoading />
}

/** The live wall is a full-screen page without header and footer. */
export const App = ({ screens: { wall: Wall, ...screens }, queryClient, isOnDomain = false }: Props) => (
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
        <Route element={<Layout isOnDomain={isOnDomain} />}>
          {(Object.keys(screens) as (keyof typeof screens)[]).map((name) => {
            const Screen = screens[name]
            if (!Screen || (isOnDomain && !domainPages.has(name))) return null
            const element = screenOf(name, Screen)
            return (
              <Route
                key={name}
                path={pages[name]}
                element={name === 'gallery' ? <GalleryRoute gallery={element} screens={screens} /> : element}
              />
            )
          })}
          {isOnDomain && screens.gallery && (
            <Route
              path="/:slug"
              element={<OnDomain gallery={screenOf('gallery', screens.gallery)} screens={screens} />}
            />
          )}
          <Route
            path="*"
            element={
              <Page>
                <Suspense fallback={<PageLoading />}>{isOnDomain ? <LeaveDomain /> : <NotFoundPage />}</Suspense>
              </Page>
            }
          />
        </Route>
      </Routes>
    </QueryClientProvider>
  </ErrorBoundary>
)
