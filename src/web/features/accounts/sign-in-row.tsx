import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon: LucideIcon; title: string; details: string[]; children: ReactNode }

export const SignInRow = ({ icon: Icon, title, details, children }: Props) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-3 last:border-b">
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="mt-1 shrink-0 self-start text-ink-3" />
    <div className="min-w-36 flex-1">
      <p className="wrap-anywhere font-medium text-ui" dir="auto">
        {title}
      </p>
      <p className="flex flex-wrap gap-x-5 text-caption text-ink-3">
        {details.map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
      </p>
    </div>
    <div className="-mr-3 flex">{children}</div>
  </li>
)
