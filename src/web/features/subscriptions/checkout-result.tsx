import { useQueryClient } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { getSubscription, type Subscription, verifySubscription } from '#shared/subscriptions.ts'
import { ApiError, call, tokenKey } from '#web/lib/api.ts'
import { formatDay, formatPrice } from '#web/lib/formats.ts'
import { toSubscription } from '#web/lib/normalize-subscription.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { readStored } from '#web/lib/storage.ts'
import { useSubscription } from '#web/lib/use-subscription.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FramedPicture } from '#web/ui/state-screen.tsx'
import { PlanFigures } from './plan-facts.tsx'
import { isUnpaidChange } from './use-choose-plan.ts'
import { startVerification, type Verification, wait } from './verification.ts'

type ResultProps = {
  /** What the user can go back to, if they upgraded in the middle of something. */
  waiting: ReactNode | undefined
}

export const CheckoutResult = ({ waiting }: ResultProps) => (
  <>
    <title>Subscription · Framelight</title>
    <Result waiting={waiting} />
  </>
)

/** Router state of a result that was shown before. Coming back to it only shows it again. */
type SeenResult = { isSeen: true }

const isSeenResult = (state: unknown): state is SeenResult =>
  typeof state === 'object' && state !== null && 'isSeen' in state

/** The checkout page sends people who come back to it to a new result page, which has no router state yet. */
const isBackFromCheckout = (locationKey: string) =>
  locationKey === 'default' &&
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'back_forward')

function Result({ waiting }: ResultProps) {
  const navigate = useNavigate()
  const location = useLocation()
  const sessionId = useSearchParams()[0].get('session_id')
  const isSettled = !sessionId && isUnpaidChange(location.state)
  const [isSeen] = useState(() => isSeenResult(location.state))
  const [isBack] = useState(() => isBackFromCheckout(location.key))
  const { state, retry } = useVerification({ sessionId, isSettled, isSeen, isBack })

  // Stay while there's something to go back to.
  const isStaying = waiting !== undefined
  const isVerified = state.step === 'verified' || (state.step === 'over' && (state.isVerified || isStaying))
  const markSeen = useEffectEvent(() => {
    if (isSeenResult(location.state)) return
    void navigate(location, { replace: true, state: { ...location.state, isSeen: true } satisfies SeenResult })
  })
  useEffect(() => {
    if (isVerified) markSeen()
  }, [isVerified])

  const isLeaving = state.step === 'over' && !isStaying
  useEffect(() => {
    if (isLeaving) void navigate(pages.dashboard, { replace: true })
  }, [isLeaving, navigate])

  if (isVerified) return <VerifiedPlan isQuiet={isSeen || isBack || isStaying} waiting={waiting} />
  if (state.step === 'still-in-progress') {
    return (
      <ResultScreen
        title="Verification Still in Progress"
        sentence="Confirming a payment can take a few minutes. Your plan will update automatically."
        notice={<Notice tone="warn">{state.sentence}</Notice>}
      >
        <Link to={pages.dashboard} className={buttonStyle.primary}>
          Continue to Dashboard
        </Link>
        <Button onClick={retry}>Try again</Button>
      </ResultScreen>
    )
  }
  if (state.step === 'refused') {
    return (
      <ResultScreen
        title="We couldn't verify your payment"
        sentence="Your plan hasn't changed."
        notice={<Notice tone="danger">{state.sentence}</Notice>}
        beside={<FramedPicture />}
      >
        <Link to={pages.dashboard} className={buttonStyle.primary}>
          Go to Dashboard
        </Link>
        <Link to={pages.contact} className={buttonStyle.plain}>
          Contact support
        </Link>
      </ResultScreen>
    )
  }
  return (
    <VerifyingPlan
      isRetrying={state.step === 'verifying' && state.isRetrying}
      failure={state.step === 'failed' ? state.sentence : undefined}
    />
  )
}

function VerifiedPlan({ isQuiet, waiting }: ResultProps & { isQuiet: boolean }) {
  const { data: subscription } = useSubscription()
  if (!subscription) return null
  const { planDetails } = subscription
  return (
    <ResultScreen
      title={`You're on ${planDetails.name}`}
      sentence={
        <p>
          {statusText(subscription)} {!isQuiet && 'Taking you to your dashboard.'}
        </p>
      }
      notice={waiting}
      beside={
        <section aria-label="Your plan" className="grid gap-5 rounded-card border border-line bg-surface p-7">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="text-subhead">{planDetails.name}</h2>
            <p className="text-ink-2">{formatPrice(planDetails.price, planDetails.currency)} per month</p>
          </div>
          <PlanFigures plan={planDetails} />
        </section>
      }
    >
      <Link to={pages.dashboard} className={buttonStyle.primary}>
        Go to Dashboard
      </Link>
      <Link to={pages.createLink} className={buttonStyle.plain}>
        Create New Link
      </Link>
    </ResultScreen>
  )
}

function statusText({ status, currentPeriodEnd }: Subscription) {
  if (!currentPeriodEnd) return 'Nothing to pay.'
  const day = formatDay(currentPeriodEnd)
  return status === 'canceled' ? `You'll keep it until ${day}, then switch to Free.` : `It renews on ${day}.`
}

const confirming = 'Confirming your payment. This takes a few seconds.'
const stillVerifying = 'Verification in progress, please wait...'

const VerifyingPlan = ({ isRetrying, failure }: { isRetrying: boolean; failure: string | undefined }) => (
  <ResultScreen
    title="Verifying your subscription"
    sentence={
      <p className="flex items-start gap-3">
        <LoaderCircle
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className="mt-1 shrink-0 text-ink-3 motion-safe:animate-spin"
        />
        {failure ? 'Trying again.' : isRetrying ? stillVerifying : confirming}
      </p>
    }
    notice={failure && <Notice tone="danger">{failure}</Notice>}
    beside={
      <div className="overflow-hidden rounded-card">
        <Skeleton className="h-52" />
      </div>
    }
  />
)

/** `isSettled` means there's nothing to verify, because the change didn't need a checkout. */
type Checkout = {
  sessionId: string | null
  isSettled: boolean
  isSeen: boolean
  /** True if the user pressed Back after paying. */
  isBack: boolean
}

function refusalOf({ sessionId, isSettled }: Pick<Checkout, 'sessionId' | 'isSettled'>) {
  if (!sessionId && !isSettled) return 'No session ID found in the URL. Please try again or contact support.'
  return readStored(tokenKey) === null ? 'Authentication token not found. Please log in again.' : undefined
}

function useVerification({ sessionId, isSettled, isSeen, isBack }: Checkout) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<Verification>(
    isSeen ? { step: 'verified' } : { step: 'verifying', isRetrying: false },
  )
  const [attempt, setAttempt] = useState(1)

  const start = useEffectEvent((_attempt: number) => {
    if (isSeen) return
    const refusal = refusalOf({ sessionId, isSettled })
    if (refusal) return setState({ step: 'refused', sentence: refusal })

    const keep = (subscription: Subscription) => queryClient.setQueryData(queryKeys.subscription, subscription)
    const reload = async (signal: AbortSignal) => {
      const subscription = toSubscription(await call(getSubscription, { signal }))
      keep(subscription)
      return subscription
    }
    const verify = async (signal: AbortSignal) => {
      const query = { sessionId: sessionId ?? '' }
      keep(toSubscription(await call(verifySubscription, { query, signal }).catch(sayExpiry)))
    }
    // Without a checkout, nothing will change later, so one fetch is enough.
    const known = async (signal: AbortSignal) => queryClient.getQueryData(queryKeys.subscription) ?? reload(signal)
    const verifyUnlessPaid = async (signal: AbortSignal) => {
      const { plan } = await reload(signal)
      if (plan === 'free') await verify(signal)
    }
    const ports = isSettled
      ? { verify: reload, reload: known, wait }
      : { verify: isBack ? verifyUnlessPaid : verify, reload, wait }
    return startVerification(ports, (next) =>
      setState((last) => (isBack && last.step === 'verified' && next.step === 'over' ? last : next)),
    )
  })
  useEffect(() => start(attempt), [attempt])

  return { state, retry: () => setAttempt((last) => last + 1) }
}

/** Shows the error as a toast, because an expired session redirects to the login page. */
function sayExpiry(error: unknown): never {
  if (error instanceof ApiError && error.status === 401) void notify('error', error.message)
  throw error
}

type Props = {
  title: string
  sentence: ReactNode
  notice?: ReactNode
  children?: ReactNode
  beside?: ReactNode
}

/** The text is a live region, so screen readers announce each step. */
const ResultScreen = ({ title, sentence, notice, children, beside }: Props) => (
  <div className="page grid gap-10 py-[clamp(2rem,7vw,6rem)] lg:grid-cols-[1.4fr_1fr] lg:items-start lg:gap-24">
    <div className="grid justify-items-start gap-5">
      <div role="status" className="grid gap-5">
        <h1 className="text-title">{title}</h1>
        <div className="max-w-lead text-ink-2 text-lead">{sentence}</div>
      </div>
      {notice}
      {children && <div className="mt-3 flex flex-wrap gap-3">{children}</div>}
    </div>
    {beside}
  </div>
)
