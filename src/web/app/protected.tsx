import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { takeLeftOnPurpose, useSession } from '#web/lib/session.ts'
import { Spinner } from '#web/ui/spinner.tsx'

/** For signed-in people. Others sign in first and come back; who has just signed out is led home. */
export function Protected({ children }: { children: ReactNode }) {
  const { status } = useSession()
  if (status === 'loading') return <Spinner />
  return status === 'signed-in' ? children : <Leave />
}

function Leave() {
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (takeLeftOnPurpose()) navigate(pages.home, { replace: true })
    else navigate(pages.login, { replace: true, state: { from: `${location.pathname}${location.search}` } })
  }, [])
  return <Spinner />
}

/** Where somebody wanted to go before signing in. */
export function useReturnTo() {
  const { state } = useLocation()
  const from: unknown = state?.from
  return typeof from === 'string' && from.startsWith('/') ? from : pages.dashboard
}

/** For the doors, login and register: who is already in goes on. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const returnTo = useReturnTo()
  if (status === 'loading') return <Spinner />
  return status === 'signed-in' ? <Navigate to={returnTo} replace /> : children
}
