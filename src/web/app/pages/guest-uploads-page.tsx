import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { generatePath, Link, useParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { UploadQueueView } from '#web/features/guest-uploads/upload-queue.tsx'
import { LiveWallButton } from '#web/features/live-walls/live-wall-button.tsx'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useTrashDays } from '#web/lib/use-trash-days.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LinkPageHead } from './link-page-head.tsx'

const PrintCardsLink = ({ linkId }: { linkId: string }) => (
  <Link className={buttonStyle.plain} to={generatePath(pages.cards, { linkId })}>
    <Printer size={18} strokeWidth={1.75} aria-hidden="true" />
    Print cards
  </Link>
)

export function GuestUploadsPage() {
  const { linkId = '' } = useParams()
  const hasTrash = useTrashDays() > 0
  const { data: link, isError, refetch } = useQuery(ownerQueries.link(linkId))
  const isOff = link?.guestUploads === 'off'
  return (
    <div className="page">
      <title>Guest uploads · Framelight</title>
      <LinkPageHead
        title="Guest uploads"
        link={link}
        sentence={
          isOff
            ? undefined
            : `Images appear in the gallery once you approve them. Rejected images ${hasTrash ? 'go to the trash' : 'are deleted'}.`
        }
      >
        {link && !isOff && (
          <div className="flex gap-3 max-sm:hidden">
            <PrintCardsLink linkId={linkId} />
            {link.myRole !== 'editor' && <LiveWallButton linkId={linkId} />}
          </div>
        )}
      </LinkPageHead>
      {link ? (
        <UploadQueueView
          key={linkId}
          link={link}
          ways={
            <>
              <ShareButton
                kind="primary"
                title={link.title}
                link={link}
                path={generatePath(pages.gallery, { slug: link.slug })}
              />
              <PrintCardsLink linkId={linkId} />
            </>
          }
        />
      ) : isError ? (
        <Failure sentence="Unable to fetch the link" onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </div>
  )
}
