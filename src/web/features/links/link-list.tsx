import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Link, LinkSort } from '#shared/links.ts'
import { count } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { arrangeLinks } from './arrange-links.ts'
import { DeleteLinkDialog } from './delete-link-dialog.tsx'
import { LinkCard } from './link-card.tsx'
import { linkGrid } from './link-list-skeleton.tsx'
import { LinkToolbar } from './link-toolbar.tsx'
import { NoLinks } from './no-links.tsx'

/** Searches and sorts in the browser, because all links are already loaded. */
export function LinkList({ links }: { links: readonly Link[] }) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<LinkSort>('newest')
  const [linkToDelete, setLinkToDelete] = useState<Link>()
  const heading = useRef<HTMLHeadingElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const hasDeleted = useRef(false)
  const found = arrangeLinks(links, search, sort)

  // Move the focus, because the button that had it was deleted with its card.
  useEffect(() => {
    if (linkToDelete || !hasDeleted.current) return
    hasDeleted.current = false
    heading.current?.focus()
  }, [linkToDelete])

  const clear = () => {
    setSearch('')
    searchField.current?.focus()
  }

  return (
    <section aria-labelledby="your-links">
      <div className="mb-5 grid grid-cols-[minmax(0,1fr)] items-center gap-x-6 gap-y-3 md:mb-7 md:grid-cols-[minmax(0,1fr)_auto]">
        <h2 ref={heading} tabIndex={-1} id="your-links" className="text-heading outline-none">
          Your Links
        </h2>
        {links.length > 0 && (
          <LinkToolbar search={search} onSearch={setSearch} searchField={searchField} sort={sort} onSort={setSort} />
        )}
      </div>
      <p role="status" className="sr-only">
        {search.trim() && `${count(found.length, 'link')} found`}
      </p>
      {links.length === 0 && <NoLinks />}
      {found.length > 0 && (
        <ul className={linkGrid}>
          {found.map((link) => (
            <LinkCard key={link._id} link={link} onDelete={() => setLinkToDelete(link)} />
          ))}
        </ul>
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
