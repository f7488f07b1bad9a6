import { type Location, useLocation } from 'react-router'
import { pages } from '#shared/pages.ts'

export const pathOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  `${pathname}${search}${hash}`

/** After login, users go to the dashboard instead of back to one of these pages. */
const entryPages: ReadonlySet<string> = new Set([
  pages.home,
  pages.login,
  pages.register,
  pages.forgotPassword,
  pages.resetPassword,
])

/** Returns the router state for links to the login page, which stores the page to return to afterward. */
export function useReturnState() {
  const location = useLocation()
  const isEntryPage =
    entryPages.has(location.pathname) || location.pathname.startsWith(pages.resetPassword.replace(':token', ''))
  return isEntryPage ? location.state : { from: pathOf(location) }
}
