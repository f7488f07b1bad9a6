import { useQuery } from '@tanstack/react-query'
import { generatePath, useParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { UploadQueueView } from '#web/features/guest-uploads/upload-queue.tsx'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Failure } from '#web/ui/failure.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LinkPageHead } from './link-page-head.tsx'

export function GuestUploadsPage() {
  const { linkId = '' } = useParams()
  const { data: link, isError, refetch } = useQuery(ownerQueries.link(linkId))
  return (
    <div className="page">
      <title>Guest uploads · Framelight</title>
      <LinkPageHead
        title="Guest uploads"
        link={link}
        sentence="Images appear in the gallery once you approve them. Rejected images are deleted."
      />
      {link ? (
        <UploadQueueView
          key={linkId}
          link={link}
          ways={
            <ShareButton
              kind="primary"
              title={link.title}
              link={link}
              path={generatePath(pages.gallery, { slug: link.slug })}
            />
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
