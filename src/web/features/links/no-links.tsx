import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { linkGrid } from './link-list-skeleton.tsx'

export const NoLinks = () => (
  <div className={`${linkGrid} items-center`}>
    <EmptyFrame />
    <div>
      <h3 className="text-subhead">No links yet</h3>
      <p className="text-ink-2">
        Get started by{' '}
        <Link to={pages.createLink} className="link">
          creating a new link
        </Link>
        .
      </p>
    </div>
  </div>
)
