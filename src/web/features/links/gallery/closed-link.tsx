import { Clock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import type { GalleryState } from '#shared/page-data.ts'
import { pages } from '#shared/pages.ts'
import type { ShownStudio } from '#shared/studio.ts'
import { useUser } from '#web/lib/session.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'
import { withoutScheme } from '#web/ui/studio-brand.tsx'
import { UnlockForm } from './unlock-form.tsx'

const ReopenLink = lazy(async () => ({ default: (await import('./reopen-link.tsx')).ReopenLink }))
const AskForMoreTime = lazy(async () => ({ default: (await import('./ask-for-more-time.tsx')).AskForMoreTime }))

type Props = { closed: Exclude<GalleryState, { state: 'open' }>; noun: 'Link' | 'Image' }

const ToHome = ({ kind }: { kind: 'plain' | 'ghost' }) => (
  <Link className={buttonStyle[kind]} to={pages.home}>
    Go to Home
  </Link>
)

const ToWebsite = ({ studio: { website } }: { studio: ShownStudio }) =>
  website && (
    <a className={buttonStyle.plain} href={website} rel="noopener nofollow">
      Visit {withoutScheme(website)}
    </a>
  )

export function ClosedLink({ closed, noun }: Props) {
  const isMounted = useMounted()
  const title = {
    private: 'Private Link',
    unconfirmed: 'Not open yet',
    password: 'Enter the password',
    expired: 'Link Expired',
    missing: `${noun === 'Link' ? 'Link' : 'Photo'} Not Found`,
  }[closed.state]
  return (
    // The server renders for anonymous visitors. `for-strangers` hides this from logged-in visitors until hydration.
    <div className={isMounted || closed.state === 'missing' ? undefined : 'for-strangers'}>
      <title>{`${title} · ${closed.studio?.name || 'Framelight'}`}</title>
      {closed.owned && (
        <Suspense>
          <ReopenLink title={title} link={closed.owned} />
        </Suspense>
      )}
      {!closed.owned && closed.state === 'private' && <Private title={title} />}
      {closed.state === 'unconfirmed' && (
        <StateScreen
          title={title}
          sentence="The person who shared this gallery still has to confirm their email address. Try again later."
        >
          <ToHome kind="plain" />
        </StateScreen>
      )}
      {closed.state === 'password' && (
        <UnlockForm title={title} studioName={closed.studio?.name} refused={closed.refused} />
      )}
      {!closed.owned && closed.state === 'expired' && <Expired title={title} studio={closed.studio} />}
      {closed.state === 'missing' && (
        <StateScreen
          title={title}
          sentence={`There's no ${noun === 'Link' ? 'gallery' : 'photo'} at this link. It may have been deleted, or the link may be incomplete.`}
        >
          <ToHome kind="plain" />
        </StateScreen>
      )}
    </div>
  )
}

/** Image pages don't have the gallery's slug, so visitors can't ask there. */
function expiredSentence(studioName: string | undefined, canAsk: boolean) {
  if (canAsk) return `This gallery has expired. You can ask ${studioName ? `${studioName} ` : ''}for more time.`
  return `This gallery has expired. Ask ${studioName || 'the person who shared it'} for more time.`
}

function Expired({ title, studio }: { title: string; studio: ShownStudio | null | undefined }) {
  const [isAsking, setIsAsking] = useState(false)
  const { slug } = useParams()
  const closed = (
    <StateScreen title={title} sentence={expiredSentence(studio?.name, slug !== undefined)}>
      <div className="flex flex-wrap gap-3">
        {slug && (
          <Button kind="primary" icon={Clock} className="noscript:hidden" onClick={() => setIsAsking(true)}>
            Ask for more time
          </Button>
        )}
        {studio ? <ToWebsite studio={studio} /> : <ToHome kind="plain" />}
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

const isPrivate = 'This gallery is private: only its owner and the people they invited can open it.'

function Private({ title }: { title: string }) {
  const isSignedIn = useUser() !== undefined
  const { pathname, search } = useLocation()
  if (isSignedIn) {
    return (
      <StateScreen title={title} sentence={`${isPrivate} Ask them for an invitation.`}>
        <ToHome kind="plain" />
      </StateScreen>
    )
  }
  return (
    <StateScreen title={title} sentence={`${isPrivate} If it's yours, log in to view it.`}>
      <div className="flex flex-wrap gap-3">
        <Link className={buttonStyle.primary} to={pages.login} state={{ from: `${pathname}${search}` }}>
          Login
        </Link>
        <ToHome kind="ghost" />
      </div>
    </StateScreen>
  )
}
