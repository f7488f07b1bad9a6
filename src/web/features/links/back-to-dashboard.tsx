import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'

export const BackToDashboard = () => (
  <Link to={pages.dashboard} className="link inline-flex min-h-11 items-center gap-1.5 justify-self-start text-ui">
    <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
    Dashboard
  </Link>
)
