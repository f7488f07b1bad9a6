import { type ComponentProps, type CSSProperties, memo, type ReactNode, useContext } from 'react'
import type { Section } from '#shared/sections.ts'
import { count } from '#web/lib/formats.ts'
import { RestOfImages } from '#web/lib/page-data.ts'
import { useUser } from '#web/lib/session.ts'
import { useMounted } from '#web/lib/use-mounted.ts'
import { UserText } from '#web/ui/user-text.tsx'
import { groupBySection, type ImageGroup } from '../group-by-section.ts'
import { SectionLinks } from './section-links.tsx'
import { RestOfWall, type Wall } from './wall.tsx'
import { altOf, countEager, ratioOf, sizesOf } from './wall-layout.ts'
import { WallPicture } from './wall-picture.tsx'
import './sections.css'

type WallProps = ComponentProps<typeof Wall>
export type SectionedWallProps = WallProps & {
  sections: readonly Section[]
  ownerId: string
  /** Renders the buttons next to a heading. It must be stable, because the wall is memoized. */
  actions?: ((section: Section) => ReactNode) | undefined
}

/** On phones, images after this one load late. See `data-pictures` in wall.css. */
const firstImages = 12

/** For images whose shape isn't known yet, because the visitor comes from a page that shows a few images only. */
const usualRatio = 1.5

export const SectionedWall = memo(function SectionedWall(props: SectionedWallProps) {
  const { images, total, sections, ownerId, actions, onOpen, over } = props
  const isOwner = useUser()?._id === ownerId
  const isMounted = useMounted()
  const shown = sections.filter(({ imageCount }) => imageCount > 0 || isOwner)
  const eager = countEager(images)
  const inSections = sections.reduce((sum, { imageCount }) => sum + imageCount, 0)
  let next = 0
  const parts = groupBySection(images, shown).map((group) => {
    const first = next
    // Large galleries first have the data of some images only.
    const size = Math.max(group.images.length, group.section ? group.section.imageCount : total - inSections)
    next += size
    return { group, first, size }
  })
  const wallOf = ({ group, first, size }: (typeof parts)[number]) => (
    <SectionWall group={group} first={first} size={size} total={total} eager={eager} onOpen={onOpen} over={over} />
  )
  const [loose, ...titled] = parts
  return (
    <>
      {shown.length > 0 && <SectionLinks sections={shown} isFirstShown={loose?.size === 0} />}
      {loose && loose.size > 0 && <div className="wall-margins">{wallOf(loose)}</div>}
      {titled.map((part) => {
        const { section } = part.group
        if (!section) return null
        const { _id, anchor, title, text } = section
        return (
          <section key={_id} id={anchor} aria-labelledby={`title:${anchor}`} className="gallery-section">
            <header className="section-head">
              <div className="section-title">
                <UserText as="h2" id={`title:${anchor}`} text={title} className="text-heading" />
                <span className="text-caption text-ink-3">{count(part.size, 'photo')}</span>
              </div>
              <span className="section-actions">{isMounted && part.size > 0 && actions?.(section)}</span>
              {text && <UserText as="p" text={text} className="section-text" />}
            </header>
            {part.size > 0 && <div className="wall-margins">{wallOf(part)}</div>}
          </section>
        )
      })}
    </>
  )
})

type SectionWallProps = Pick<WallProps, 'total' | 'onOpen' | 'over'> & {
  group: ImageGroup
  /** How many images precede this group in the gallery. */
  first: number
  /** Includes images that haven't been fetched yet. */
  size: number
  /** How many of the gallery's images are above the fold. */
  eager: number
}

function SectionWall({ group: { section, images }, first, size, total, eager, onOpen, over }: SectionWallProps) {
  const rest = useContext(RestOfImages).filter(({ sectionId }) => (sectionId ?? undefined) === section?._id)
  const missing = size - images.length
  const known = servedRatios?.get(section?.anchor) ?? rest.map(ratioOf)
  const ratios = Array.from({ length: missing }, (_, index) => Number(known[index] ?? usualRatio))
  const isReserved = images.length === 0
  const sum = Math.round(ratios.reduce((sum, ratio) => sum + ratio, 0))
  return (
    <>
      <ul
        className={`wall ${isReserved ? 'wall-reserved' : first < firstImages ? '' : 'wall-below'}`}
        style={isReserved ? ({ '--ratios': sum } as CSSProperties) : undefined}
      >
        {images.map((image, index) => (
          <WallPicture
            key={image._id}
            image={image}
            alt={altOf(image, first + index, total)}
            sizes={sizesOf(image, false)}
            isEager={first + index < eager}
            onOpen={onOpen}
            over={over}
          />
        ))}
        {ratios.map((ratio, index) => (
          <li key={index} aria-hidden="true" style={{ '--r': ratio } as CSSProperties} />
        ))}
      </ul>
      {missing > 0 && <RestOfWall images={rest} first={first + images.length} total={total} />}
    </>
  )
}

/**
 * Large galleries have the data of their first images only. The server renders an empty item with the shape of each
 * other image, so that links to later sections land exactly there. The browser takes the shapes from these items.
 */
function readServedRatios() {
  const items = Array.from(document.querySelectorAll<HTMLElement>('.wall > :empty'))
  const byAnchor = Map.groupBy(items, (item) => item.closest('.gallery-section')?.id)
  return new Map(
    Array.from(byAnchor, ([anchor, some]) => [anchor, some.map((item) => item.style.getPropertyValue('--r'))]),
  )
}
const servedRatios = typeof document === 'undefined' ? undefined : readServedRatios()
