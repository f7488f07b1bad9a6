import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { siteQueries } from '#web/lib/queries/site.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useInstallationChange } from './use-installation-change.ts'

export function EmailReminder() {
  const user = useUser()
  const { data: config } = useQuery(siteQueries.config)
  const change = useInstallationChange()
  if (!user?.isAdmin || !config || config.email || config.isEmailDeclined) return null
  return (
    <div className="page pt-6">
      <Notice tone="warn">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="flex-[1_1_24rem]">
            Email isn't set up on this server. Invitations, password resets and notifications aren't sent. Only
            administrators see this.
          </p>
          {/* In one row, the buttons must not push the sentence below its icon. */}
          <div className="flex flex-wrap gap-2 lg:-my-2.5">
            <Link className={buttonStyle.plain} to={pages.admin}>
              Set up email
            </Link>
            <Button
              kind="ghost"
              onClick={() => void change({ isEmailDeclined: true }, "You won't be reminded about email again")}
            >
              Don't show again
            </Button>
          </div>
        </div>
      </Notice>
    </div>
  )
}
