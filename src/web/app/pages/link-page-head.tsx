import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'

type Props = { title: string /** undefined while it is fetched. */; link: Link | undefined; children?: ReactNode }

/** The head of a page about one link: the way back to it, what the page is, and its controls. */
export const LinkPageHead = ({ title, link, children }: Props) => (
  <header className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-[clamp(1.75rem,4vw,3.5rem)] pb-8">
    {link && (
      <RouterLink
        className="link inline-flex min-h-11 min-w-0 max-w-full items-center gap-1.5 justify-self-start text-ui"
        to={generatePath(pages.editLink, { linkId: link._id })}
      >
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <span dir="auto" className="truncate">
          {link.title}
        </span>
      </RouterLink>
    )}
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-5">
      <h1 className="text-title">{title}</h1>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  </header>
)
