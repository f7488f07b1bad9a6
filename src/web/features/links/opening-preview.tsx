import type { CSSProperties } from 'react'
import type { Image } from '#shared/images.ts'
import type { Opening } from '#shared/link-forms.ts'
import type { Link } from '#shared/links.ts'
import { objectPositionOf } from '#web/lib/object-position.ts'
import { Picture } from '#web/ui/picture.tsx'
import { type CoverShape, coverShapeOf } from './gallery/cover-shape.ts'

/** Enough to fill the larger screen. */
const maxTiles = 12
/** Stand in for images until there are some. */
const sampleRatios = [1.5, 0.67, 1.5, 1.5, 1.5, 0.67, 1.5, 1.5, 0.67, 1.5]

/** Where the title goes. See gallery-cover.css. */
type Layout = 'over' | 'beside' | 'below'

const screens = [
  {
    name: 'computer',
    shape: 'aspect-16/10',
    rowHeight: '17%',
    text: 'text-ui',
    sizes: '17rem',
    layouts: { plain: 'over', upright: 'beside', broad: 'below', small: 'beside' },
  },
  {
    name: 'phone',
    shape: 'aspect-9/16',
    rowHeight: '29%',
    text: 'text-[0.6875rem]',
    sizes: '6rem',
    layouts: { plain: 'over', upright: 'over', broad: 'below', small: 'below' },
  },
] satisfies { layouts: Record<CoverShape, Layout>; [other: string]: unknown }[]

const layoutStyles: Record<Layout, { frame: string; picture: string; title: string }> = {
  over: {
    frame: 'relative h-[84%] shrink-0 bg-ink-3',
    picture: 'absolute size-full object-cover',
    title:
      'absolute inset-x-0 bottom-0 bg-[linear-gradient(to_top,rgb(0_0_0/0.7),rgb(0_0_0/0.4)_60%,transparent)] p-[4%] pt-[12%] text-[#fff]',
  },
  beside: {
    frame: 'flex h-[84%] shrink-0 flex-row-reverse items-end',
    picture: 'h-full w-1/2 object-cover',
    title: 'flex-1 p-[4%]',
  },
  below: {
    frame: 'shrink-0',
    picture: 'max-h-32 w-full object-cover',
    title: 'p-[4%]',
  },
}

type Props = { opening: Opening; title: string; link: Link | undefined }

/** A miniature of the gallery's first screen. Screen readers get the same information from the field's hint. */
export function OpeningPreview({ opening, title, link }: Props) {
  const cover = link?.coverImage ?? undefined
  const words = title.trim() || 'Title'
  return (
    <div aria-hidden="true" className="grid max-w-96 grid-cols-[minmax(0,2.844fr)_minmax(0,1fr)] gap-3">
      {screens.map(({ name, shape, rowHeight, text, sizes, layouts }) => {
        const styles = layoutStyles[layouts[cover ? coverShapeOf(cover) : 'plain']]
        return (
          <div
            key={name}
            className={`flex min-w-0 flex-col overflow-hidden rounded-small border border-line bg-wall ${shape}`}
          >
            {opening === 'cover' ? (
              <div className={styles.frame}>
                {cover && (
                  <Picture
                    image={cover}
                    alt=""
                    sizes={sizes}
                    style={{ objectPosition: objectPositionOf(cover.coverFocus) }}
                    className={styles.picture}
                  />
                )}
                <Title words={words} className={`${styles.title} ${text}`} />
              </div>
            ) : (
              <Title words={words} className={`p-[4%] pt-[7%] ${text}`} />
            )}
            <Tiles images={link?.images.slice(0, maxTiles) ?? []} rowHeight={rowHeight} sizes={sizes} />
          </div>
        )
      })}
    </div>
  )
}

const Title = ({ words, className }: { words: string; className: string }) => (
  <div className={className}>
    <p dir="auto" className="line-clamp-3 wrap-anywhere font-medium leading-tight">
      {words}
    </p>
  </div>
)

function Tiles({ images, rowHeight, sizes }: { images: Image[]; rowHeight: string; sizes: string }) {
  const styleOf = (ratio: number): CSSProperties => ({
    aspectRatio: ratio,
    flex: `${ratio * 100} 1 calc(${ratio} * ${rowHeight})`,
  })
  return (
    <div className="flex flex-wrap gap-0.5 px-[2%] pt-0.5">
      {images.length > 0
        ? images.map((image) => (
            <Picture
              key={image._id}
              image={image}
              alt=""
              sizes={sizes}
              style={styleOf(image.width / image.height)}
              className="min-w-0 object-cover"
            />
          ))
        : sampleRatios.map((ratio, index) => <i key={index} style={styleOf(ratio)} className="min-w-0 bg-hover" />)}
    </div>
  )
}
