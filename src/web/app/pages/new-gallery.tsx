import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { UploadStatus } from '#web/features/images/pending-uploads/upload-status.tsx'
import { UploadWall } from '#web/features/images/pending-uploads/upload-wall.tsx'
import { FileIntake } from '#web/features/images/upload/file-intake.tsx'
import { NewGalleryHead } from '#web/features/links/new-gallery-head.tsx'
import { errorMessage } from '#web/lib/error-message.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type Dropped, useNewLink } from './use-new-link.ts'

type Props = {
  dropped: Dropped | undefined
  /** undefined until the server has created the link. */
  linkId: string | undefined
  onLink: (linkId: string) => void
  /** Called when the user goes back to the dashboard because the link couldn't be created. */
  onCancel: () => void
}

export function NewGallery({ dropped, linkId, onLink, onCancel }: Props) {
  const { start, failure, retry, intake } = useNewLink({ dropped, linkId, onLink })
  const { data, error, refetch } = useQuery({ ...ownerQueries.link(linkId ?? ''), enabled: linkId !== undefined })
  const title = data?.title ?? start?.title
  if (title === undefined) {
    return error ? (
      <div className="page grid justify-items-start gap-4 py-12">
        <Failure
          sentence={errorMessage(error, 'Failed to fetch link. Please try again.')}
          onRetry={() => void refetch()}
        />
        <Link className="link" to={pages.dashboard}>
          Back to Dashboard
        </Link>
      </div>
    ) : (
      <Spinner />
    )
  }
  return (
    <div className="page">
      <NewGalleryHead link={data} title={title}>
        {failure && (
          <div className="mt-4 grid justify-items-start gap-2">
            <Failure sentence={failure} onRetry={retry} />
            <Button kind="ghost" onClick={onCancel}>
              Back to Dashboard
            </Button>
          </div>
        )}
        {linkId && (
          <UploadStatus linkId={linkId} imageCount={data?.imageCount ?? 0} expiresAt={data?.expiresAt ?? null} />
        )}
      </NewGalleryHead>
      <UploadWall linkId={linkId} files={start?.pictures ?? []} />
      {linkId && <FileIntake intake={intake} />}
    </div>
  )
}
