import type { Image } from '#shared/images.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { Picture } from '#web/ui/picture.tsx'

/** This copy of the tile follows the pointer during a drag. */
export const DraggedTile = ({ image, count }: { image: Image; count: number }) => (
  <div className="pic pic-lifted">
    <div className="pic-mat">
      <div className="pic-handle">
        <Picture image={image} alt="" sizes="16rem" draggable={false} />
      </div>
      {count > 1 && (
        <span className="absolute top-2 right-2 grid h-7 min-w-7 place-items-center rounded-full bg-accent px-2 font-medium text-caption text-on-accent tabular-nums">
          {formatNumber(count)}
        </span>
      )}
    </div>
  </div>
)
