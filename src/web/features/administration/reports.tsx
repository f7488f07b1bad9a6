import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { generatePath, Link } from 'react-router'
import { type AdministeredLink, closeReport, setListed } from '#shared/administered-links.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage, thrownMessage } from '#web/lib/error-message.ts'
import { count, formatAgo } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { administrationQueries } from '#web/lib/queries/administration.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { AdminList } from './admin-list.tsx'

const row = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t py-4'

const described = 'grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-4'

function useAction() {
  const queryClient = useQueryClient()
  return async (work: Promise<unknown>, said: string) => {
    try {
      await work
      void notify('success', said)
      await queryClient.invalidateQueries({ queryKey: queryKeys.administration })
    } catch (error) {
      void notify('error', thrownMessage(error, "That didn't work. Please try again."))
    }
  }
}

const Cover = ({ url }: { url: string | null }) =>
  url ? (
    <img src={url} alt="" loading="lazy" width={96} height={64} className="h-16 w-24 rounded-print object-cover" />
  ) : (
    <div aria-hidden="true" className="h-16 w-24 rounded-print bg-sunken" />
  )

const LinkAndOwner = ({ link: { slug, title, owner } }: { link: AdministeredLink }) => (
  <p className="wrap-anywhere text-ui">
    <Link className="link font-medium" to={generatePath(pages.gallery, { slug })}>
      {title}
    </Link>{' '}
    by{' '}
    <Link className="link" to={generatePath(pages.adminUser, { userId: owner._id })}>
      {owner.name}
    </Link>
  </p>
)

function UnlistButton({ link }: { link: AdministeredLink }) {
  const run = useAction()
  const unlist = () =>
    run(
      call(setListed, { params: { id: link._id }, body: { isListed: false } }),
      `“${link.title}” was removed from the home page`,
    )
  return <Button onClick={() => void unlist()}>Remove from home page</Button>
}

export const ReportsPage = () => (
  <AdminFrame title="Reports">
    <div className="grid gap-14">
      <Reports />
      <Listed />
    </div>
  </AdminFrame>
)

function Reports() {
  const run = useAction()
  const query = useInfiniteQuery(administrationQueries.reports)
  return (
    <section aria-labelledby="reports">
      <h2 id="reports" className="mb-3 text-subhead">
        Reports from visitors
      </h2>
      <AdminList
        query={query}
        failure={(error) => errorMessage(error, "Couldn't load the reports.")}
        empty="No reports yet. Visitors can report a gallery at the bottom of its page."
      >
        {(reports) => (
          <ul className="border-line border-b">
            {reports.map(({ _id, message, createdAt, link }) => (
              <li key={_id} className={row}>
                <div className={described}>
                  <Cover url={link.coverUrl} />
                  <div className="min-w-0 max-w-[60ch]">
                    <LinkAndOwner link={link} />
                    <p className="wrap-anywhere whitespace-pre-line text-ink-2">{message}</p>
                    <p className="text-caption text-ink-3">{formatAgo(createdAt)}</p>
                  </div>
                </div>
                <div className="flex flex-wrap gap-3">
                  {link.isListed && <UnlistButton link={link} />}
                  <Button
                    kind="ghost"
                    onClick={() => void run(call(closeReport, { params: { id: _id } }), 'Report closed')}
                  >
                    Done
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </AdminList>
    </section>
  )
}

function Listed() {
  const query = useInfiniteQuery(administrationQueries.links)
  return (
    <section aria-labelledby="listed">
      <h2 id="listed" className="mb-3 text-subhead">
        Galleries on the home page
      </h2>
      <p className="-mt-1 mb-4 text-ink-2 text-ui">Everyone can see these. Remove what doesn't belong there.</p>
      <AdminList
        query={query}
        failure={(error) => errorMessage(error, "Couldn't load the links.")}
        empty="No links on the home page."
      >
        {(links) => (
          <ul className="border-line border-b">
            {links.map((link) => (
              <li key={link._id} className={row}>
                <div className={described}>
                  <Cover url={link.coverUrl} />
                  <div className="min-w-0">
                    <LinkAndOwner link={link} />
                    <p className="text-caption text-ink-3">
                      {count(link.imageCount, 'image')}, {count(link.views, 'view')}, created{' '}
                      {formatAgo(link.createdAt)}
                    </p>
                  </div>
                </div>
                <UnlistButton link={link} />
              </li>
            ))}
          </ul>
        )}
      </AdminList>
    </section>
  )
}
