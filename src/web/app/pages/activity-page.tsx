import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ActivityFeed } from '#web/features/activity/activity-feed.tsx'
import { ExpiringSoon } from '#web/features/links/expiring-soon.tsx'
import { Hero } from '#web/ui/hero.tsx'

export const ActivityPage = () => (
  <div className="page pb-20">
    <title>Activity · Framelight</title>
    <Hero title="Activity" />
    <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <ActivityFeed />
      <aside className="grid content-start gap-5">
        <ExpiringSoon />
        <p className="text-caption text-ink-3">
          You can also get comments, favorites, requests and expiry reminders by email.{' '}
          <Link className="link" to={`${pages.account}#mail`}>
            Email settings
          </Link>
        </p>
      </aside>
    </div>
  </div>
)
