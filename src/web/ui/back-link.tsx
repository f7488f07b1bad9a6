import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

/** A long label is truncated, so it can't widen the page. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link className="link inline-flex min-h-11 w-max max-w-full items-center gap-1.5 text-ui" to={to}>
    <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
    <span dir="auto" className="truncate">
      {children}
    </span>
  </Link>
)
