import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { generatePath, Link, useParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ReceivedChoices } from '#web/features/choices/received-choices.tsx'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LinkPageHead } from './link-page-head.tsx'

export function ChoicesPage() {
  const { linkId = '' } = useParams()
  const link = useQuery(ownerQueries.link(linkId))
  return (
    <div className="page">
      <title>Favorites · Framelight</title>
      <LinkPageHead title="Favorites" link={link.data}>
        {link.data && (
          <Link className={buttonStyle.plain} to={generatePath(pages.gallery, { slug: link.data.slug })}>
            <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" />
            View Link
          </Link>
        )}
      </LinkPageHead>
      {link.data ? (
        <ReceivedChoices link={link.data} />
      ) : link.isError ? (
        <Failure sentence="Unable to fetch the link" onRetry={() => void link.refetch()} />
      ) : (
        <Spinner />
      )}
    </div>
  )
}
