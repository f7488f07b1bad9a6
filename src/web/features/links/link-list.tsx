import { ArrowDownUp, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Link, LinkSort } from '#shared/links.ts'
import { count, formatNumber } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { arrangeLinks, linkSorts } from './arrange-links.ts'
import { CreateNewLink } from './create-new-link.tsx'
import { DeleteLinkDialog } from './delete-link-dialog.tsx'
import { LinkCard } from './link-card.tsx'
import { linkGrid } from './link-list-skeleton.tsx'

type View = { search: string; sort: LinkSort; page: number }

const pageSize = 12
const firstView: View = { search: '', sort: 'newest', page: 1 }

function viewIn(query: URLSearchParams): View {
  const sort = linkSorts.find(({ value }) => value === query.get('sort'))?.value ?? firstView.sort
  return { search: query.get('search') ?? '', sort, page: Number(query.get('page')) || 1 }
}

const queryOf = (view: View) =>
  Object.fromEntries(
    Object.entries(view).flatMap(([name, value]) =>
      value === firstView[name as keyof View] ? [] : [[name, String(value)]],
    ),
  )

/** Searches, sorts and pages in the browser, because all links are already loaded. */
export function LinkList({ links }: { links: readonly Link[] }) {
  const [query, setQuery] = useSearchParams()
  // Typing would lag behind the URL, so the view has its own state. The URL restores it when the user comes back.
  const [view, setView] = useState(() => viewIn(query))
  const [linkToDelete, setLinkToDelete] = useState<Link>()
  const heading = useRef<HTMLHeadingElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const hasDeleted = useRef(false)
  const { search, sort } = view
  const found = arrangeLinks(links, search, sort)
  const lastPage = Math.max(1, Math.ceil(found.length / pageSize))
  const page = Math.min(Math.max(1, Math.trunc(view.page)), lastPage)
  const first = (page - 1) * pageSize

  const show = (changes: Partial<View>) => {
    const next = { ...view, page: 1, ...changes }
    setView(next)
    setQuery(queryOf(next), { replace: true })
  }
  const turnTo = (next: number) => {
    show({ page: next })
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }

  // Move the focus, because the button that had it was deleted with its card.
  useEffect(() => {
    if (linkToDelete || !hasDeleted.current) return
    hasDeleted.current = false
    heading.current?.focus()
  }, [linkToDelete])

  const clear = () => {
    show({ search: '' })
    searchField.current?.focus()
  }

  return (
    <section aria-labelledby="your-links">
      <div className="mb-5 grid grid-cols-[minmax(0,1fr)] items-center gap-x-6 gap-y-3 md:mb-7 md:grid-cols-[minmax(0,1fr)_auto]">
        <h2 ref={heading} tabIndex={-1} id="your-links" className="scroll-mt-20 text-heading outline-none">
          Your Links
        </h2>
        {links.length > 0 && (
          <LinkToolbar
            search={search}
            onSearch={(next) => show({ search: next })}
            searchField={searchField}
            sort={sort}
            onSort={(next) => show({ sort: next })}
          />
        )}
      </div>
      <p role="status" className="sr-only">
        {search.trim() && `${count(found.length, 'link')} found`}
      </p>
      {links.length === 0 && <NoLinks />}
      {found.length > 0 && (
        <ul className={linkGrid}>
          {found.slice(first, first + pageSize).map((link) => (
            <LinkCard key={link._id} link={link} onDelete={() => setLinkToDelete(link)} />
          ))}
        </ul>
      )}
      {lastPage > 1 && (
        <nav aria-label="Pages" className="mt-2 flex items-center justify-between gap-3 border-line border-t pt-4">
          <Button icon={ChevronLeft} disabled={page === 1} onClick={() => turnTo(page - 1)}>
            Previous
          </Button>
          <p aria-current="page" className="text-center text-ink-2 text-ui tabular-nums">
            {first + 1}–{Math.min(first + pageSize, found.length)} of {formatNumber(found.length)}
          </p>
          <Button
            icon={ChevronRight}
            className="flex-row-reverse"
            disabled={page === lastPage}
            onClick={() => turnTo(page + 1)}
          >
            Next
          </Button>
        </nav>
      )}
      {links.length > 0 && found.length === 0 && (
        <div className="grid justify-items-start gap-4">
          <p className="text-ink-2 wrap-anywhere">No links match "{search.trim()}".</p>
          <Button icon={X} onClick={clear}>
            Clear search
          </Button>
        </div>
      )}
      {linkToDelete && (
        <DeleteLinkDialog
          link={linkToDelete}
          onClose={() => setLinkToDelete(undefined)}
          onDeleted={() => {
            hasDeleted.current = true
          }}
        />
      )}
    </section>
  )
}

/** On phones, the sort menu is just an icon next to the search field. */
const iconOnPhones =
  'max-sm:[&>select]:w-12 max-sm:[&>select]:p-0 max-sm:[&>select]:text-transparent max-sm:[&_option]:text-ink'

type Props = {
  search: string
  onSearch: (search: string) => void
  searchField: Ref<HTMLInputElement>
  sort: LinkSort
  onSort: (sort: LinkSort) => void
}

const LinkToolbar = ({ search, onSearch, searchField, sort, onSort }: Props) => (
  <div className="flex gap-3 md:min-w-120">
    <SearchField
      ref={searchField}
      label="Search links"
      placeholder="Search links..."
      value={search}
      onChange={({ target }) => onSearch(target.value)}
    />
    <Select
      label="Sort links"
      icon={ArrowDownUp}
      className={`shrink-0 ${iconOnPhones}`}
      options={linkSorts}
      value={sort}
      onChange={({ target }) => onSort(target.value as LinkSort)}
    />
  </div>
)

const NoLinks = () => (
  <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-line border-y py-5">
    <div>
      <h3 className="font-medium text-body">No links yet</h3>
      <p className="text-ink-2 text-ui">Get started by creating a new link.</p>
    </div>
    <CreateNewLink kind="plain" />
  </div>
)
