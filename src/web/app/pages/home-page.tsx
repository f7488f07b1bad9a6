import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { DropZone } from '#web/features/images/pending-uploads/drop-zone.tsx'
import { holdFiles, updateDropped, useDroppedFiles } from '#web/features/images/pending-uploads/dropped-files.ts'
import { fileRefusal } from '#web/features/images/upload/file-refusal.ts'
import { PlanColumns } from '#web/features/subscriptions/plan-columns.tsx'
import { Features } from '#web/features/welcome/features.tsx'
import { Finale } from '#web/features/welcome/finale.tsx'
import { SampleWall } from '#web/features/welcome/sample-wall.tsx'
import { Steps } from '#web/features/welcome/steps.tsx'
import { notify } from '#web/lib/notify.ts'
import { useSession } from '#web/lib/session.ts'
import { useFileLimit } from '#web/lib/use-file-limit.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Spinner } from '#web/ui/spinner.tsx'

const PublicLinks = lazy(async () => ({ default: (await import('#web/features/links/public-links.tsx')).PublicLinks }))

const TrialGallery = lazy(async () => ({
  default: (await import('#web/features/images/pending-uploads/trial-gallery.tsx')).TrialGallery,
}))

function CallsToAction() {
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

function TryIt() {
  const { status } = useSession()
  const fileLimitMb = useFileLimit()
  const take = (files: File[]) => {
    const pictures = files.filter((file) => fileRefusal(file, fileLimitMb) === undefined)
    const refusal = files.map((file) => fileRefusal(file, fileLimitMb)).find((sentence) => sentence !== undefined)
    if (refusal) void notify('error', refusal)
    // Logged-in users can open the dashboard at any time. It must not upload these files until they click "Keep it".
    if (pictures.length > 0) holdFiles(pictures, { isWanted: status !== 'signed-in' })
  }
  return (
    <DropZone heading="Drop a few photos here" headingForTouch="Try it with a few photos" onFiles={take}>
      See them as a gallery right away. Nothing leaves your device.
    </DropZone>
  )
}

function Keep() {
  const isSignedIn = useSession().status === 'signed-in'
  return (
    <Link
      className={`${buttonStyle.primary} max-sm:flex-auto`}
      to={isSignedIn ? pages.dashboard : pages.register}
      onClick={() => updateDropped({ isWanted: true })}
    >
      {isSignedIn ? 'Keep it' : 'Register to keep it'}
    </Link>
  )
}

export function HomePage() {
  const held = useDroppedFiles()
  return (
    <>
      <title>Share Your Images Beautifully · Framelight</title>
      {held ? (
        <Suspense fallback={<Spinner />}>
          <TrialGallery held={held} keep={<Keep />} />
        </Suspense>
      ) : (
        <Welcome />
      )}
    </>
  )
}

function Welcome() {
  const sellsPlans = useSellsPlans()
  return (
    <>
      <section className="page grid grid-cols-[minmax(0,1fr)] gap-8 py-[clamp(1.5rem,3vw,3rem)] lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-16">
        <div className="grid content-center gap-7">
          <h1 className="max-w-[9.2em] font-medium text-[clamp(2.75rem,1.6rem+3.3vw,4.5rem)] leading-none tracking-[-0.035em]">
            Share Your Images Beautifully
          </h1>
          <p className="max-w-lead text-ink-2 text-lead">
            Put your photos in a gallery and share one link. Friends, family and clients can view it on any device, no
            account needed.
          </p>
          <div className="flex flex-wrap gap-3">
            <CallsToAction />
          </div>
        </div>
        <TryIt />
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
            {sellsPlans ? 'Start free. Upgrade when you need more.' : 'Free for everyone here.'}
          </h2>
          {sellsPlans && (
            <Link className="link inline-flex min-h-11 items-center text-ui" to={pages.pricing}>
              Compare plans
            </Link>
          )}
        </div>
        <PlanColumns heading="h3" />
      </section>
      <Finale>
        <CallsToAction />
      </Finale>
    </>
  )
}
