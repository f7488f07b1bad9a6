import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { knownUserId, noteNewPage, type Session, useSession } from '#web/lib/session.ts'
import { pathOf } from './return-to.ts'

/** What one user has fetched is not shown to the next; a session that has ended leads to the login and back. */
export function SessionWatch() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const session = useSession()
  const from = useRef('')
  from.current = pathOf(location)

  // `location.key` is another with every page that is shown.
  const onNewPage = useEffectEvent((_key: string) => noteNewPage())
  useEffect(() => onNewPage(location.key), [location.key])

  // Only now are the pages gone that were for the last user alone: nothing of theirs is asked for again.
  const lastUserId = useRef<string>(undefined)
  const onSession = useEffectEvent((_session: Session) => {
    const userId = knownUserId()
    if (userId === undefined) return
    if (lastUserId.current !== undefined && lastUserId.current !== userId) void queryClient.resetQueries()
    lastUserId.current = userId
  })
  useEffect(() => onSession(session), [session])

  useEffect(() => {
    const toLogin = () => navigate(pages.login, { state: { from: from.current } })
    window.addEventListener('auth-expired', toLogin)
    return () => window.removeEventListener('auth-expired', toLogin)
  }, [navigate])
  return null
}
