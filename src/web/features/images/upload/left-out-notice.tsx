import { generatePath, Link, useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useImageRoom } from '../manage/plan-usage.tsx'
import { useLeftOut, useUnfinished, useUploadQueue } from './uploads.ts'

/** The ID of the sentence that says why no images can be added. */
export const uploadLimitId = 'upload-limit'

/** Files that are being uploaded take the rest of the room. */
const useFreeRoom = () => Math.max(0, useImageRoom().room - useUnfinished())

/** For files that didn't fit on the plan: offers an upgrade or, once there's room, to add them. */
export function LeftOutNotice({ linkId }: { linkId: string }) {
  const waiting = useLeftOut().filter((upload) => upload.linkId === linkId)
  const { canUpgrade } = useImageRoom()
  const room = useFreeRoom()
  if (waiting.length === 0) return null
  if (room > 0) return <WaitingFiles />
  return (
    <Notice tone="warn">
      <p id={uploadLimitId}>
        {count(waiting.length, 'image')} {waiting.length === 1 ? "doesn't" : "don't"} fit on your plan.{' '}
        {canUpgrade ? "They'll wait here while you upgrade." : 'Delete images to make room.'}
      </p>
      {canUpgrade && (
        <Link className={`${buttonStyle.plain} mt-3`} to={pages.subscription}>
          Upgrade Plan
        </Link>
      )}
    </Notice>
  )
}

/** Offers to upload files that were left out before the plan had room. */
export function WaitingFiles() {
  const navigate = useNavigate()
  const queue = useUploadQueue()
  const waiting = useLeftOut()
  const room = useFreeRoom()
  const [first] = waiting
  if (!first || room === 0) return null
  const add = () => {
    for (const { id } of waiting.slice(0, room)) queue.retry(id)
    void navigate(generatePath(pages.upload, { linkId: first.linkId }))
  }
  return (
    <Notice tone="info">
      <p>
        {count(waiting.length, 'image')} {waiting.length === 1 ? 'is' : 'are'} still waiting.
      </p>
      <Button className="mt-3" onClick={add}>
        Add {waiting.length === 1 ? 'it' : 'them'}
      </Button>
    </Notice>
  )
}
