import { type SamplePicture, samples } from './pictures.ts'

/** Two rows of two pairs. Phones show only the first two pairs, one per row. All images in a row have the same height. */
const rows: [SamplePicture, SamplePicture][][] = [
  [
    [samples.ridges, samples.forest],
    [samples.sea, samples.canyon],
  ],
  [
    [samples.meadow, samples.stair],
    [samples.aurora, samples.tree],
  ],
]

const SampleImage = ({ picture, isFirst }: { picture: SamplePicture; isFirst: boolean }) => (
  <img
    src={picture.small}
    srcSet={`${picture.small} ${picture.width / 2}w, ${picture.large} ${picture.width}w`}
    sizes="(min-width: 40rem) 33vw, 60vw"
    width={picture.width}
    height={picture.height}
    alt={picture.alt}
    fetchPriority={isFirst ? 'high' : undefined}
    loading={isFirst ? undefined : 'lazy'}
    className="h-auto min-w-0 basis-0 rounded-print"
    style={{ flexGrow: picture.width / picture.height, background: picture.color }}
  />
)

export const SampleWall = () => (
  <section aria-label="Sample gallery" className="grid gap-1 px-1 sm:gap-2 sm:px-(--gutter)">
    {rows.map((pairs, row) => (
      <div key={pairs[0]?.[0].alt} className={`gap-1 sm:flex sm:gap-2 ${row === 0 ? 'grid' : 'hidden'}`}>
        {pairs.map((pair) => (
          <div key={pair[0].alt} className="flex gap-1 sm:contents">
            {pair.map((picture) => (
              <SampleImage key={picture.alt} picture={picture} isFirst={row === 0} />
            ))}
          </div>
        ))}
      </div>
    ))}
  </section>
)
