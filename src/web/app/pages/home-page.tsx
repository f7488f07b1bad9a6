import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { PlanColumns } from '#web/features/subscriptions/plan-columns.tsx'
import { Features } from '#web/features/welcome/features.tsx'
import { Finale } from '#web/features/welcome/finale.tsx'
import { SampleWall } from '#web/features/welcome/sample-wall.tsx'
import { Steps } from '#web/features/welcome/steps.tsx'
import { useSession } from '#web/lib/session.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

const PublicLinks = lazy(async () => ({ default: (await import('#web/features/links/public-links.tsx')).PublicLinks }))

/** The way in, or the way on for who is in already. */
function Calls() {
  const { status } = useSession()
  if (status === 'signed-in') {
    return (
      <Link className={buttonStyle.primaryBig} to={pages.dashboard}>
        Go to Dashboard
      </Link>
    )
  }
  return (
    <>
      <Link className={buttonStyle.primaryBig} to={pages.register}>
        Get Started
      </Link>
      <Link className={buttonStyle.ghostBig} to={pages.login}>
        Login
      </Link>
    </>
  )
}

export const HomePage = () => (
  <>
    <title>Share Your Images Beautifully · Framelight</title>
    <section className="page grid gap-8 pt-[clamp(2.5rem,5vw,5rem)] pb-[clamp(2rem,4vw,3.5rem)] lg:grid-cols-[1.55fr_1fr] lg:items-end lg:gap-16">
      <h1 className="max-w-[9.2em] text-display">Share Your Images Beautifully</h1>
      <div className="grid gap-6">
        <p className="max-w-lead text-ink-2 text-lead">
          Put your pictures on a page of their own and send one link. Friends, family or clients open it on any device.
          Nobody needs an account to look.
        </p>
        <div className="flex flex-wrap gap-3">
          <Calls />
        </div>
      </div>
    </section>
    <SampleWall />
    <Steps />
    <Features />
    <Suspense>
      <PublicLinks />
    </Suspense>
    <section aria-labelledby="plans" className="page pt-[clamp(4rem,9vw,8rem)]">
      <div className="mb-12 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id="plans" className="text-title">
          Start free. Pay when you need room.
        </h2>
        <Link className="link inline-flex min-h-11 items-center text-ui" to={pages.pricing}>
          Compare plans
        </Link>
      </div>
      <PlanColumns heading="h3" />
    </section>
    <Finale>
      <Calls />
    </Finale>
  </>
)
