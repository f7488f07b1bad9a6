/** Moves `active` to the position of `over`. If `active` is selected, the whole selection moves with it. */
export function moveItems(
  ids: readonly string[],
  active: string,
  over: string,
  selected: ReadonlySet<string>,
): string[] {
  const moving = new Set(selected.has(active) ? ids.filter((id) => selected.has(id)) : [active])
  if (active === over) return [...ids]
  const isForward = ids.indexOf(active) < ids.indexOf(over)
  // If the selection is dropped on one of its own images, gather it around that image.
  const staying = ids.filter((id) => !moving.has(id) || id === over)
  const index = staying.indexOf(over)
  const before = staying.slice(0, isForward ? index + 1 : index).filter((id) => !moving.has(id))
  const after = staying.slice(isForward ? index + 1 : index).filter((id) => !moving.has(id))
  return [...before, ...ids.filter((id) => moving.has(id)), ...after]
}
