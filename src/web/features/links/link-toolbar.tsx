import { ArrowDownUp, Search } from 'lucide-react'
import type { Ref } from 'react'
import type { LinkSort } from '#shared/links.ts'
import { controlStyle } from '#web/ui/control-style.ts'
import { Select } from '#web/ui/select.tsx'
import { linkSorts } from './arrange-links.ts'

type Props = {
  search: string
  onSearch: (search: string) => void
  searchField: Ref<HTMLInputElement>
  sort: LinkSort
  onSort: (sort: LinkSort) => void
}

export const LinkToolbar = ({ search, onSearch, searchField, sort, onSort }: Props) => (
  <div className="flex gap-3 md:min-w-120">
    <div className="relative min-w-0 flex-1">
      <Search
        size={20}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute top-3.5 left-3.5 text-ink-3"
      />
      <input
        ref={searchField}
        type="search"
        aria-label="Search links"
        placeholder="Search links..."
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        className={`${controlStyle} indent-7`}
      />
    </div>
    <Select
      label="Sort links"
      icon={ArrowDownUp}
      className="select-icon shrink-0"
      options={linkSorts}
      value={sort}
      onChange={({ target }) => onSort(target.value as LinkSort)}
    />
  </div>
)
