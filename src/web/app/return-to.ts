import { type Location, useLocation } from 'react-router'
import { pages } from '#shared/pages.ts'

/** Where somebody is, to come back to. */
export const pathOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  `${pathname}${search}${hash}`

/** From here nobody wants to come back: they lead to the dashboard, as a login from nowhere does. */
const doors: ReadonlySet<string> = new Set([
  pages.home,
  pages.login,
  pages.register,
  pages.forgotPassword,
  pages.resetPassword,
])

/** The state that a way to the login carries along: the page it was pressed on, or the one remembered already. */
export function useReturnState() {
  const location = useLocation()
  const isDoor = doors.has(location.pathname) || location.pathname.startsWith(pages.resetPassword.replace(':token', ''))
  return isDoor ? location.state : { from: pathOf(location) }
}
