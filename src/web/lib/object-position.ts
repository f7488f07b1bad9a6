import type { Image } from '#shared/images.ts'

/** Where a picture is cropped by `object-fit: cover`, the point that its owner chose stays visible; else its middle. */
export const objectPositionOf = (focus: Image['coverFocus'] | undefined) =>
  focus ? `${focus.x * 100}% ${focus.y * 100}%` : undefined
