import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ResultScreen } from './result-screen.tsx'
import { isUnpaidChoice } from './use-choose-plan.ts'
import { useVerification } from './use-verification.ts'
import { VerifiedPlan } from './verified-plan.tsx'
import { VerifyingPlan } from './verifying-plan.tsx'

export const CheckoutResult = () => (
  <>
    <title>Subscription · Framelight</title>
    <Result />
  </>
)

/** How a checkout ended, from the first question to the dashboard. */
function Result() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const sessionId = search.get('session_id')
  const { state: given } = useLocation()
  const isSettled = !sessionId && isUnpaidChoice(given)
  const { state, retry } = useVerification({ sessionId, isSettled })

  const isOver = state.step === 'over'
  useEffect(() => {
    if (isOver) void navigate(pages.dashboard, { replace: true })
  }, [isOver, navigate])

  if (state.step === 'verified') return <VerifiedPlan />
  if (state.step === 'still-in-progress') {
    return (
      <ResultScreen
        title="Verification Still in Progress"
        sentence="A payment can take a few minutes to be confirmed. Your plan changes by itself as soon as it is."
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
        title="Nothing to verify"
        sentence="Your plan is as it was. If you have paid and it does not show, write to support."
        notice={<Notice tone="danger">{state.sentence}</Notice>}
      >
        <Link to={pages.subscription} className={buttonStyle.primary}>
          Choose a plan
        </Link>
        <Link to={pages.dashboard} className={buttonStyle.plain}>
          Go to Dashboard
        </Link>
        <Link to={pages.contact} className={buttonStyle.ghost}>
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
