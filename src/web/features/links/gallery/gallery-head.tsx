import type { Link } from '#shared/links.ts'
import { directionOf, UserText } from '#web/ui/user-text.tsx'
import { Description } from './description.tsx'
import { GalleryFacts } from './gallery-facts.tsx'
import './gallery-head.css'

/** Long titles get a smaller font, so the images stay above the fold. */
export const GalleryTitle = ({ title }: { title: string }) => (
  <UserText as="h1" text={title} className={`opening-title ${title.length > 40 ? 'opening-title-long' : ''}`} />
)

/** Used for galleries that open without a cover. */
export const GalleryHead = ({ link }: { link: Link }) => (
  <header className="gallery-head" dir={directionOf(link.title)}>
    <GalleryTitle title={link.title} />
    <Description link={link} />
    <GalleryFacts link={link} className="gap-y-1" />
  </header>
)
