import { Search } from 'lucide-react'
import type { Ref } from 'react'
import type { LinkSort } from '#shared/links.ts'
import { controlStyle } from '#web/ui/field.tsx'
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
  <div className="flex flex-[1_1_20rem] flex-wrap justify-end gap-3">
    <div className="relative flex-[1_1_100%] sm:max-w-96 sm:flex-[1_1_12rem]">
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
      className="w-full sm:w-auto"
      options={linkSorts}
      value={sort}
      onChange={({ target }) => onSort(target.value as LinkSort)}
    />
  </div>
)
