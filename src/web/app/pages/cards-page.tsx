import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PrintCards } from '#web/features/guest-uploads/print-cards.tsx'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LinkPageHead } from './link-page-head.tsx'

export function CardsPage() {
  const { linkId = '' } = useParams()
  const { data: link, isError, refetch } = useQuery(ownerQueries.link(linkId))
  return (
    <div className="page">
      <title>Print cards · Framelight</title>
      <LinkPageHead
        title="Print cards"
        link={link}
        sentence="Put them on the tables. Guests scan the code and add their photos."
      />
      {link ? (
        <PrintCards link={link} />
      ) : isError ? (
        <Failure sentence="Unable to fetch the link" onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </div>
  )
}
