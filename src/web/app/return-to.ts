import { type Location, useLocation } from 'react-router'
import { pages } from '#shared/pages.ts'

export const pathOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  `${pathname}${search}${hash}`

/** Logging in never returns to these pages. */
const entryPages: ReadonlySet<string> = new Set([
  pages.home,
  pages.login,
  pages.register,
  pages.forgotPassword,
  pages.resetPassword,
])

/** Router state for links to the login page: where to return after logging in. */
export function useReturnState() {
  const location = useLocation()
  const isEntryPage =
    entryPages.has(location.pathname) || location.pathname.startsWith(pages.resetPassword.replace(':token', ''))
  return isEntryPage ? location.state : { from: pathOf(location) }
}
