import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { generatePath } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { copyLink, linkUrl } from '#web/lib/copy-link.ts'
import { Button } from '#web/ui/button.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'

type Props = { link: Link; addPictures: ReactNode }

export const EmptyLinkLead = ({ link, addPictures }: Props) => (
  <section
    aria-labelledby="add-pictures"
    className="mb-12 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 border-line border-b pb-12 lg:grid-cols-[minmax(0,40rem)_minmax(0,22rem)] lg:justify-between"
  >
    <div className="grid min-w-0 content-start gap-4">
      <h2 id="add-pictures" className="text-heading">
        Add your images
      </h2>
      {addPictures}
    </div>
    <div className="grid min-w-0 content-start gap-4">
      <h2 className="text-heading">Share it</h2>
      <p className="text-ink-2 text-ui wrap-anywhere">
        <span className="sr-only">Link URL: </span>
        {linkUrl(link.slug).replace(/^https?:\/\//, '')}
      </p>
      <div className="flex flex-wrap gap-3 *:flex-auto sm:*:flex-none">
        <Button icon={Copy} onClick={() => copyLink(link.slug)}>
          Copy link
        </Button>
        <ShareButton title={link.title} link={link} path={generatePath(pages.gallery, { slug: link.slug })} />
      </div>
      <p className="text-caption text-ink-3">You can share it right away. Images appear as they upload.</p>
    </div>
  </section>
)
