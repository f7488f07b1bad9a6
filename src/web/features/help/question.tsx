import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PaymentMode } from '#shared/config.ts'

export type Question = {
  question: string
  answer: ReactNode
  /** Whether to show the question in this payment mode. The mode is undefined while loading. */
  where?: (payments: PaymentMode | undefined) => boolean
}

export const PageLink = ({ to, children }: { to: string; children: string }) => (
  <Link className="link" to={to}>
    {children}
  </Link>
)
