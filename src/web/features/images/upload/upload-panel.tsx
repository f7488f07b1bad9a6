import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { FileLimit } from '#web/lib/use-file-limit.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/meter.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FileIntake } from './file-intake.tsx'
import { LeftOutNotice, uploadLimitId } from './left-out-notice.tsx'
import { useListing } from './listed-links.ts'
import { StorageNotice } from './storage-notice.tsx'
import { ListActions, UploadList } from './upload-list.tsx'
import { announcementOf, headingParts, progressText } from './upload-total.ts'
import { useLeftOut, useUploadIds, useUploadTotal } from './uploads.ts'
import { type LinkIntake, useFileIntake } from './use-file-intake.ts'
import '../manage/manage-images.css'

type Props = {
  linkId: string
  intake: LinkIntake
  /** True if the page has no other button that chooses files. */
  withButton?: boolean
  /** The field for the section to add images to, if the link has sections. */
  section?: ReactNode
}

export function UploadPanel({ linkId, intake, withButton = false, section }: Props) {
  const ids = useUploadIds(linkId)
  const isLeftOut = useLeftOut().some((upload) => upload.linkId === linkId)
  // On phones and touch screens, there's nothing to drop.
  const isIdle = ids.length === 0 && !intake.isFull
  useListing(linkId)
  return (
    <section
      aria-label="Uploads"
      className={`grid gap-4 rounded-card border border-line bg-surface p-6 ${isIdle && !withButton && !section ? 'pointer-coarse:hidden max-sm:hidden' : ''}`}
    >
      <StorageNotice />
      {ids.length > 0 && (
        <>
          <UploadSummary linkId={linkId} />
          <LeftOutNotice linkId={linkId} />
          <UploadList linkId={linkId} ids={ids} />
          <ListActions linkId={linkId} ids={ids} />
        </>
      )}
      {intake.room > 0 && <DropArea intake={intake} hasMore={ids.length > 0} withButton={withButton} />}
      {!intake.isFull && section}
      {intake.isFull && !isLeftOut && <LimitNotice intake={intake} />}
    </section>
  )
}

const LimitNotice = ({ intake: { limitSentence, canUpgrade } }: { intake: LinkIntake }) => (
  <Notice tone="warn">
    <span id={uploadLimitId}>{limitSentence}</span>{' '}
    {canUpgrade && (
      <Link className="link" to={pages.subscription}>
        Upgrade Plan
      </Link>
    )}
  </Notice>
)

type DropAreaProps = { intake: LinkIntake; hasMore: boolean; withButton: boolean }

const DropArea = ({ intake: { room, choose }, hasMore, withButton }: DropAreaProps) => (
  <div
    className={`grid justify-items-center gap-3 rounded-card border-[1.5px] border-line-control border-dashed px-5 py-7 text-center text-ui ${withButton ? '' : 'pointer-coarse:border-0 pointer-coarse:p-0 max-sm:border-0 max-sm:p-0'}`}
  >
    <p>
      <b className="block font-medium pointer-coarse:hidden max-sm:hidden">Drop {hasMore && 'more '}images here</b>
      <span className="text-ink-2 pointer-coarse:hidden max-sm:hidden">or paste them{withButton && ', or'}</span>
      {withButton && (
        <b className="hidden font-medium pointer-coarse:block max-sm:block">Add {hasMore && 'more '}images</b>
      )}
    </p>
    {withButton && (
      <Button kind="primary" onClick={choose}>
        Choose files
      </Button>
    )}
    <p className="text-balance text-caption text-ink-3">
      JPEG, PNG, GIF, WebP, AVIF or HEIC, up to <FileLimit /> MB each.
      {Number.isFinite(room) && ` Room for ${count(room, 'more image')}.`}
    </p>
  </div>
)

function UploadSummary({ linkId }: { linkId: string }) {
  const total = useUploadTotal(linkId)
  const percent = total.bytes > 0 ? Math.floor((total.sentBytes / total.bytes) * 100) : 100
  return (
    <div className="grid gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-subhead">
          {headingParts(total).map((part, index) => (
            <Fragment key={part}>
              {index > 0 && ', '}
              <span className="whitespace-nowrap">{part}</span>
            </Fragment>
          ))}
        </h2>
        {total.left > 0 && <span className="text-ink-2 text-ui tabular-nums">{percent}%</span>}
      </div>
      {total.left > 0 && (
        <div className="grid gap-2">
          <Progress label="All uploads" value={total.sentBytes} max={total.bytes} />
          <p className="text-caption text-ink-3 tabular-nums">{progressText(total)}</p>
        </div>
      )}
      <p role="status" className="sr-only">
        {announcementOf(total)}
      </p>
    </div>
  )
}

export function AddImages({ linkId }: { linkId: string }) {
  const intake = useFileIntake(linkId)
  return (
    <>
      <FileIntake intake={intake} />
      <UploadPanel linkId={linkId} intake={intake} withButton />
    </>
  )
}
