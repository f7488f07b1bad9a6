import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type Props = { to: string; children: ReactNode }

/** A link from one door to another, which keeps in mind where somebody wanted to go. */
export const OtherDoor = ({ to, children }: Props) => (
  <Link className="link inline-flex min-h-11 items-center text-ui" to={to} state={useLocation().state}>
    {children}
  </Link>
)
