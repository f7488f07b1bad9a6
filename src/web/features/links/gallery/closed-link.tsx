import { Clock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import type { GalleryState } from '#shared/page-data.ts'
import { pages } from '#shared/pages.ts'
import { useUser } from '#web/lib/session.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'
import { UnlockForm } from './unlock-form.tsx'

/** Fetched for its owner, and when somebody asks: most who come to a closed gallery go again. */
const ReopenLink = lazy(async () => ({ default: (await import('./reopen-link.tsx')).ReopenLink }))
const AskForMoreTime = lazy(async () => ({ default: (await import('./ask-for-more-time.tsx')).AskForMoreTime }))

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
      {closed.owned && (
        <Suspense>
          <ReopenLink title={title} link={closed.owned} />
        </Suspense>
      )}
      {!closed.owned && closed.state === 'private' && <Private title={title} />}
      {closed.state === 'password' && <UnlockForm title={title} refused={closed.refused} />}
      {!closed.owned && closed.state === 'expired' && <Expired title={title} />}
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

function Expired({ title }: { title: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const { slug } = useParams()
  const closed = (
    <StateScreen title={title} sentence="This link has expired. Ask the person who sent it to open it again.">
      <div className="flex flex-wrap gap-3">
        {slug && (
          <Button kind="primary" icon={Clock} className="noscript:hidden" onClick={() => setIsAsking(true)}>
            Ask for more time
          </Button>
        )}
        <ToHome kind="plain" />
      </div>
    </StateScreen>
  )
  if (!isAsking || !slug) return closed
  return (
    <Suspense fallback={closed}>
      <AskForMoreTime title={title} slug={slug} onCancel={() => setIsAsking(false)} />
    </Suspense>
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
