import type { Image } from '#shared/images.ts'
import type { Section } from '#shared/sections.ts'

/** `section` is undefined for images without one. */
export type ImageGroup = { readonly section: Section | undefined; readonly images: readonly Image[] }

/** Returns the groups in gallery order: images without a section, even if there are none, then the sections. */
export function groupBySection(images: readonly Image[], sections: readonly Section[]): ImageGroup[] {
  const known = new Set(sections.map(({ _id }) => _id))
  const found = Map.groupBy(images, ({ sectionId }) => (sectionId && known.has(sectionId) ? sectionId : undefined))
  return [undefined, ...sections].map((section) => ({ section, images: found.get(section?._id) ?? [] }))
}
