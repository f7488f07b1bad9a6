import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PaymentMode } from '#shared/config.ts'

export type Question = {
  question: string
  answer: ReactNode
  /** Only where plans are paid for like this; how that is may not be known yet. */
  where?: (payments: PaymentMode | undefined) => boolean
}

/** A link among the words of an answer. */
export const PageLink = ({ to, children }: { to: string; children: string }) => (
  <Link className="link" to={to}>
    {children}
  </Link>
)
