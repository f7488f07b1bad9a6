const dragPrefix = 'section '

/** Image IDs contain no spaces, so these are different from all of them. */
export const sectionDragId = (sectionId: string) => `${dragPrefix}${sectionId}`
export const sectionDropId = (sectionId: string) => `heading ${sectionId}`

/** Returns the ID of the section that's dragged, or undefined if it's an image. */
export function draggedSection(activeId: string | number | undefined) {
  const id = String(activeId ?? '')
  return id.startsWith(dragPrefix) ? id.slice(dragPrefix.length) : undefined
}
