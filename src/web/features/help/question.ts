import type { ReactNode } from 'react'
import type { PaymentMode } from '#shared/config.ts'

export type Question = {
  question: string
  answer: ReactNode
  /** Only where plans are paid for like this; how that is may not be known yet. */
  where?: (payments: PaymentMode | undefined) => boolean
}
