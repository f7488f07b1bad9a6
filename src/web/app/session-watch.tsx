import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { onUserChange } from '#web/lib/session.ts'

/** What one user has fetched is not shown to the next; a session that has ended leads to the login and back. */
export function SessionWatch() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const from = useRef('')
  from.current = `${location.pathname}${location.search}`

  useEffect(() => onUserChange(() => queryClient.resetQueries()), [queryClient])
  useEffect(() => {
    const toLogin = () => navigate(pages.login, { state: { from: from.current } })
    window.addEventListener('auth-expired', toLogin)
    return () => window.removeEventListener('auth-expired', toLogin)
  }, [navigate])
  return null
}
