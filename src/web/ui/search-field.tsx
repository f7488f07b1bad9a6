import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlStyle } from './control-style.ts'

export const SearchField = ({ label, ...input }: { label: string } & ComponentProps<'input'>) => (
  <div className="relative min-w-0 flex-1">
    <Search
      size={20}
      strokeWidth={1.75}
      aria-hidden="true"
      className="pointer-events-none absolute top-3.5 left-3.5 text-ink-3"
    />
    <input type="search" aria-label={label} {...input} className={`${controlStyle} indent-7`} />
  </div>
)
