import { CalendarPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { generatePath, Link, useLocation } from 'react-router'
import type { GalleryState } from '#shared/page-data.ts'
import { pages } from '#shared/pages.ts'
import { useUser } from '#web/lib/session.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'

/** The server has these at hand; browsers fetch what only a closed gallery needs where there is one, and the page stands meanwhile. */
const loadGate = async () => ({ default: (await import('./gate.tsx')).Gate })
const Gate = import.meta.env.SSR ? (await loadGate()).default : lazy(loadGate)

const loadExpired = async () => ({ default: (await import('./expired-link.tsx')).ExpiredLink })
const ExpiredLink = import.meta.env.SSR ? (await loadExpired()).default : lazy(loadExpired)

type Props = { closed: Exclude<GalleryState, { state: 'open' }>; noun: 'Link' | 'Image' }

const ToHome = ({ kind }: { kind: 'plain' | 'ghost' }) => (
  <Link className={buttonStyle[kind]} to={pages.home}>
    Go to Home
  </Link>
)

/** Instead of pictures: why they are not shown, and the way on. */
export function ClosedLink({ closed, noun }: Props) {
  const isMounted = useMounted()
  const title = {
    private: 'Private Link',
    password: 'Enter the password',
    expired: 'Link Expired',
    missing: `${noun} Not Found`,
  }[closed.state]
  return (
    // It may be open to somebody with a session: the server does not know, and what it says to strangers waits (styles.css).
    <div className={isMounted || closed.state === 'missing' ? undefined : 'for-strangers'}>
      <title>{`${title} · Framelight`}</title>
      {closed.owned && <Reopen title={title} link={closed.owned} />}
      {!closed.owned && closed.state === 'private' && <Private title={title} />}
      {closed.state === 'password' && (
        <Suspense>
          <Gate title={title} problem={closed.problem} />
        </Suspense>
      )}
      {!closed.owned && closed.state === 'expired' && (
        <Suspense>
          <ExpiredLink title={title} />
        </Suspense>
      )}
      {closed.state === 'missing' && (
        <StateScreen
          title={title}
          sentence={`No ${noun === 'Link' ? 'gallery' : 'picture'} hangs at this address. It may have been deleted, or a letter was lost on the way here.`}
        >
          <ToHome kind="plain" />
        </StateScreen>
      )}
    </div>
  )
}

// The API says that a link may be private or expired; here it is known which.
function Private({ title }: { title: string }) {
  const isSignedIn = useUser() !== undefined
  const { pathname, search } = useLocation()
  if (isSignedIn) {
    return (
      <StateScreen title={title} sentence="This link is private. Only its owner can open it.">
        <ToHome kind="plain" />
      </StateScreen>
    )
  }
  return (
    <StateScreen title={title} sentence="This link is private. If it is yours, log in and it opens.">
      <div className="flex flex-wrap gap-3">
        <Link className={buttonStyle.primary} to={pages.login} state={{ from: `${pathname}${search}` }}>
          Login
        </Link>
        <ToHome kind="ghost" />
      </div>
    </StateScreen>
  )
}

const Reopen = ({ title, link }: { title: string; link: { _id: string; title: string } }) => (
  <StateScreen
    title={title}
    sentence={`‘${link.title}’ has closed. Its pictures are safe, and only you can reach them until you open it again.`}
  >
    <section aria-labelledby="owner-controls" className="grid gap-3">
      <h2 id="owner-controls" className="font-medium text-ui">
        Owner Controls
      </h2>
      <div className="flex flex-wrap gap-3">
        <Link className={buttonStyle.primary} to={`${generatePath(pages.editLink, { linkId: link._id })}#expiry`}>
          <CalendarPlus size={18} strokeWidth={1.75} aria-hidden="true" />
          Edit Link
        </Link>
        <Link className={buttonStyle.plain} to={generatePath(pages.upload, { linkId: link._id })}>
          Upload Images
        </Link>
      </div>
    </section>
  </StateScreen>
)
