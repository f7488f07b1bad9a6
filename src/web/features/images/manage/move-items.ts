/** The order after something was put where `over` is: alone, or with all that is selected, if it is one of them. */
export function moveItems(
  ids: readonly string[],
  active: string,
  over: string,
  selected: ReadonlySet<string>,
): string[] {
  const moving = new Set(selected.has(active) ? ids.filter((id) => selected.has(id)) : [active])
  if (active === over) return [...ids]
  const isForward = ids.indexOf(active) < ids.indexOf(over)
  // Put down on one of those that move along, they gather around it.
  const staying = ids.filter((id) => !moving.has(id) || id === over)
  const place = staying.indexOf(over)
  const before = staying.slice(0, isForward ? place + 1 : place).filter((id) => !moving.has(id))
  const after = staying.slice(isForward ? place + 1 : place).filter((id) => !moving.has(id))
  return [...before, ...ids.filter((id) => moving.has(id)), ...after]
}
