import type { CSSProperties } from 'react'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import './wall.css'

/** The ratios must be unique, because they double as React keys. */
const ratios = [1.5, 0.667, 1.51, 1.778, 1.49, 1.48, 1.333, 0.75, 1.52, 1.47, 0.8, 1.32]

/** Fills the screen, so the footer doesn't jump when the images load. */
export const GallerySkeleton = () => (
  <Loading label="Loading gallery">
    <div className="min-h-dvh">
      <div className="grid gap-5 px-(--gutter) pt-[clamp(2rem,5vw,4.5rem)] pb-[clamp(1.5rem,3vw,2.5rem)]">
        <Skeleton className="h-[clamp(2.5rem,1.6rem+3.6vw,4.5rem)] w-[min(32rem,80%)]" />
        <Skeleton className="h-5 w-64" />
      </div>
      <div className="wall-margins">
        <div className="wall">
          {ratios.map((ratio) => (
            <div key={ratio} style={{ '--r': ratio } as CSSProperties}>
              <Skeleton className="h-full" />
            </div>
          ))}
        </div>
      </div>
    </div>
  </Loading>
)
