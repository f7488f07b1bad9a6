import type { Link } from '#shared/links.ts'
import { Words } from '#web/ui/words.tsx'
import { Description } from './description.tsx'
import { GalleryFacts } from './gallery-facts.tsx'
import { titleClass } from './title-class.ts'
import './gallery-head.css'

/** What stands above the pictures where there is no cover: title, a few sentences, then the facts in small type. */
export const GalleryHead = ({ link }: { link: Link }) => (
  <header className="gallery-head">
    <Words as="h1" text={link.title} className={titleClass(link.title)} />
    <Description link={link} />
    <GalleryFacts link={link} className="gap-y-1" />
  </header>
)
