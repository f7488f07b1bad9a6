import type { Link } from '#shared/links.ts'
import { UserText } from '#web/ui/user-text.tsx'
import { Description } from './description.tsx'
import { GalleryFacts } from './gallery-facts.tsx'
import './gallery-head.css'

/** A long title is set smaller: the pictures are to be seen at once. */
export const GalleryTitle = ({ title }: { title: string }) => (
  <UserText as="h1" text={title} className={`opening-title ${title.length > 40 ? 'opening-title-long' : ''}`} />
)

/** What stands above the pictures where there is no cover: title, a few sentences, then the facts in small type. */
export const GalleryHead = ({ link }: { link: Link }) => (
  <header className="gallery-head">
    <GalleryTitle title={link.title} />
    <Description link={link} />
    <GalleryFacts link={link} className="gap-y-1" />
  </header>
)
