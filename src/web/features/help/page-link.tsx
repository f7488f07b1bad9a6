import { Link } from 'react-router'

/** A link among the words of an answer. */
export const PageLink = ({ to, children }: { to: string; children: string }) => (
  <Link className="link" to={to}>
    {children}
  </Link>
)
