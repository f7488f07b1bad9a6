import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PaymentMode } from '#shared/config.ts'

export type Question = {
  question: string
  answer: ReactNode
  /** The payment modes it applies to; undefined while the mode is loading. */
  where?: (payments: PaymentMode | undefined) => boolean
}

export const PageLink = ({ to, children }: { to: string; children: string }) => (
  <Link className="link" to={to}>
    {children}
  </Link>
)
