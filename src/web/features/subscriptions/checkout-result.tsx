import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ResultScreen } from './result-screen.tsx'
import { isUnpaidChange } from './use-choose-plan.ts'
import { useVerification } from './use-verification.ts'
import { VerifiedPlan } from './verified-plan.tsx'
import { VerifyingPlan } from './verifying-plan.tsx'

export const CheckoutResult = () => (
  <>
    <title>Subscription · Framelight</title>
    <Result />
  </>
)

function Result() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const sessionId = search.get('session_id')
  const { state: locationState } = useLocation()
  const isSettled = !sessionId && isUnpaidChange(locationState)
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
        title="Nothing to verify"
        sentence="Your plan hasn't changed. If you paid for a plan and don't see it, contact support."
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
