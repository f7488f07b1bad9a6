import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ExternalLink } from 'lucide-react'
import { generatePath, Link, useParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ReceivedChoices } from '#web/features/choices/received-choices.tsx'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

export function ChoicesPage() {
  const { linkId = '' } = useParams()
  const link = useQuery(ownerQueries.link(linkId))
  return (
    <div className="page">
      <title>Choices · Framelight</title>
      <header className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-[clamp(1.75rem,4vw,3.5rem)] pb-8">
        {link.data && (
          <Link
            className="link inline-flex min-h-11 min-w-0 max-w-full items-center gap-1.5 justify-self-start text-ui"
            to={generatePath(pages.editLink, { linkId })}
          >
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            <span dir="auto" className="truncate">
              {link.data.title}
            </span>
          </Link>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-5">
          <h1 className="text-title">Choices</h1>
          {link.data && (
            <Link className={buttonStyle.plain} to={generatePath(pages.gallery, { slug: link.data.slug })}>
              <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" />
              View Link
            </Link>
          )}
        </div>
      </header>
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
