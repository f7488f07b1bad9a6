import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { knownUserId, noteNewPage, type Session, useSession } from '#web/lib/session.ts'
import { pathOf } from './return-to.ts'

/** Clears cached data when the user changes, and redirects to the login page when the session expires. */
export function SessionWatch() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const session = useSession()
  const from = useRef('')
  from.current = pathOf(location)

  // `location.key` changes with every navigation.
  const onNewPage = useEffectEvent((_key: string) => noteNewPage())
  useEffect(() => onNewPage(location.key), [location.key])

  // Reset the cache in an effect, after the previous user's pages have unmounted, so they don't refetch.
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
