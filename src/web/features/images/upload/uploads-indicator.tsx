import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { generatePath, Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { hasLoggedOut, useSession } from '#web/lib/session.ts'
import { Progress } from '#web/ui/meter.tsx'
import { useListedLinks } from './listed-links.ts'
import { allLinks } from './upload-list-store.ts'
import type { UploadQueue } from './upload-queue.ts'
import { headingOf } from './upload-total.ts'
import { useTopic, useUploadQueue, useUploadTotal } from './uploads.ts'

/** Shows upload progress on pages that don't list the uploads themselves. */
export function UploadsIndicator() {
  const queue = useUploadQueue()
  const links = useTopic(allLinks, () => queue.busyLinks())
  const listed = useListedLinks()
  const shown = links.filter((linkId) => !listed.includes(linkId))
  useSessionOf(queue)
  if (shown.length === 0) return null
  return (
    <section
      aria-label="Uploads in progress"
      className="fixed inset-x-4 bottom-4 z-30 [:root:has(.save-bar)_&]:bottom-22 grid gap-3 rounded-card bg-raised p-4 shadow-menu sm:right-auto sm:w-80"
    >
      {shown.map((linkId) => (
        <LinkUploads key={linkId} linkId={linkId} />
      ))}
    </section>
  )
}

/** Continues uploads after the user has logged in again, and cancels them after a logout. */
function useSessionOf(queue: UploadQueue) {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'signed-in') queue.release()
    if (status === 'signed-out' && hasLoggedOut()) queue.clear()
  }, [status, queue])
}

function LinkUploads({ linkId }: { linkId: string }) {
  const total = useUploadTotal(linkId)
  const isSignedIn = useSession().status === 'signed-in'
  const heading = isSignedIn ? headingOf(total) : 'Upload paused until you log in'
  const { data: link } = useQuery({ ...ownerQueries.link(linkId), enabled: false })
  return (
    <div className="grid gap-2">
      <p className="flex items-baseline justify-between gap-4 text-ui">
        <span className="min-w-0">
          {heading}
          {link && <span className="block truncate text-caption text-ink-3">{link.title}</span>}
        </span>
        {isSignedIn && (
          <Link className="link shrink-0" to={generatePath(pages.upload, { linkId })}>
            Show
          </Link>
        )}
      </p>
      <Progress label={heading} value={total.sentBytes} max={total.bytes} />
    </div>
  )
}
