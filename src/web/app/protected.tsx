import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { notify } from '#web/lib/notify.ts'
import { hasLoggedOut, useSession } from '#web/lib/session.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { pathOf } from './return-to.ts'

type Props = {
  children: ReactNode
  /** Shown instead of an admin page to users who aren't admins. */
  otherwise?: ReactNode
}

/** Sends logged-out visitors to the login page, which returns them here, and users who just logged out to Home. */
export function Protected({ children, otherwise }: Props) {
  const session = useSession()
  if (session.status === 'loading') return <Spinner />
  if (session.status !== 'signed-in') return <RedirectAway />
  return otherwise && !session.user.isAdmin ? otherwise : children
}

/** Toasts that explain the redirect to the login page, keyed by the page the user tried to open. */
const reasons: Record<string, string> = {
  [pages.subscriptionSuccess]: 'You need to be logged in to verify your subscription. Please log in and try again.',
}

function RedirectAway() {
  const location = useLocation()
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    if (hasLoggedOut()) return void navigate(pages.home, { replace: true })
    const reason = reasons[location.pathname]
    if (reason) void notify('error', reason)
    void navigate(pages.login, { replace: true, state: { from: pathOf(location) } })
  })
  useEffect(() => leave(), [])
  return <Spinner />
}

function useReturnTo() {
  const { state } = useLocation()
  const from: unknown = state?.from
  return typeof from === 'string' && from.startsWith('/') ? from : pages.dashboard
}

export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const returnTo = useReturnTo()
  if (status === 'loading') return <Spinner />
  return status === 'signed-in' ? <Navigate to={returnTo} replace /> : children
}
