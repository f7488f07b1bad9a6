import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { question: string; children: ReactNode; isOpen?: boolean }

export const Disclosure = ({ question, children, isOpen = false }: Props) => (
  <details open={isOpen} className="group border-line border-t last:border-b">
    <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 py-3 font-medium [&::-webkit-details-marker]:hidden">
      {question}
      <Plus
        size={20}
        strokeWidth={1.75}
        aria-hidden="true"
        className="shrink-0 text-ink-3 transition-transform duration-(--calm) group-open:rotate-45"
      />
    </summary>
    <div className="max-w-measure pr-12 pb-6 text-ink-2">{children}</div>
  </details>
)
