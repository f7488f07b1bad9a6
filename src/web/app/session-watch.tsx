import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { arrive, knownUserId, useSession } from '#web/lib/session.ts'

/** What one user has fetched is not shown to the next; a session that has ended leads to the login and back. */
export function SessionWatch() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const session = useSession()
  const from = useRef('')
  from.current = `${location.pathname}${location.search}`

  useEffect(arrive, [location.key])

  // Only now are the pages gone that were for the last user alone: nothing of theirs is asked for again.
  const lastUserId = useRef<string>(undefined)
  useEffect(() => {
    const userId = knownUserId()
    if (userId === undefined) return
    if (lastUserId.current !== undefined && lastUserId.current !== userId) void queryClient.resetQueries()
    lastUserId.current = userId
  }, [session, queryClient])

  useEffect(() => {
    const toLogin = () => navigate(pages.login, { state: { from: from.current } })
    window.addEventListener('auth-expired', toLogin)
    return () => window.removeEventListener('auth-expired', toLogin)
  }, [navigate])
  return null
}
