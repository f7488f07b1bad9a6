/** The IDs of a group's images. `sectionId` is null for images without a section. */
export type IdGroup = { readonly sectionId: string | null; readonly ids: readonly string[] }

export type Drop = {
  moved: string[]
  sectionId: string | null
  /** All images in their new order. */
  order: string[]
}

/** `over` is an image, or undefined for the end of the group. */
export type DropTarget = { sectionId: string | null; over: string | undefined; isAfter: boolean }

/** Moves images to another group. If `active` is selected, the whole selection moves with it. */
export function dropInGroup(
  groups: readonly IdGroup[],
  active: string,
  { sectionId, over, isAfter }: DropTarget,
  selected: ReadonlySet<string>,
): Drop {
  const all = groups.flatMap(({ ids }) => ids)
  const moving = new Set(selected.has(active) ? all.filter((id) => selected.has(id)) : [active])
  const moved = [...moving]
  const order = groups.flatMap((group) => {
    if (group.sectionId !== sectionId) return group.ids.filter((id) => !moving.has(id))
    const at = over === undefined ? group.ids.length : group.ids.indexOf(over) + (isAfter ? 1 : 0)
    const stays = (id: string) => !moving.has(id)
    return [...group.ids.slice(0, at).filter(stays), ...moved, ...group.ids.slice(at).filter(stays)]
  })
  return { moved, sectionId, order }
}
