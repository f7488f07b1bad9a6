import type { Image } from '#shared/images.ts'

/** Keeps the owner's focal point visible when `object-fit: cover` crops the image. The default is the center. */
export const objectPositionOf = (focus: Image['coverFocus'] | undefined) =>
  focus ? `${focus.x * 100}% ${focus.y * 100}%` : undefined
