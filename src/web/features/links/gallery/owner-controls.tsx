import { Pencil, Upload } from 'lucide-react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

export const OwnerControls = ({ link }: { link: Link }) => (
  <section
    aria-label="Owner Controls"
    className="owner-controls mx-(--gutter) mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card bg-sunken p-4 text-ui sm:py-2 sm:pr-2 sm:pl-4.5"
  >
    <p className="flex w-full flex-wrap gap-x-5 sm:w-auto">
      <span className="font-medium">Owner Controls</span>
      <span className="text-ink-2">{count(link.views, 'view')}</span>
      <span className="text-ink-2">Hidden from visitors</span>
    </p>
    <div className="flex w-full gap-2 *:flex-1 sm:w-auto sm:*:flex-none">
      <RouterLink className={buttonStyle.plain} to={generatePath(pages.editLink, { linkId: link._id })}>
        <Pencil size={18} strokeWidth={1.75} aria-hidden="true" />
        Edit Link
      </RouterLink>
      <RouterLink className={buttonStyle.plain} to={generatePath(pages.upload, { linkId: link._id })}>
        <Upload size={18} strokeWidth={1.75} aria-hidden="true" />
        Upload Images
      </RouterLink>
    </div>
  </section>
)
