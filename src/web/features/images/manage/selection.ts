/** Toggles `id`. If `from` is set to the previously clicked ID, the whole range between the two gets the same state. */
export function toggled(
  before: ReadonlySet<string>,
  ids: readonly string[],
  id: string,
  from: string | undefined,
): ReadonlySet<string> {
  const ends = [ids.indexOf(from ?? id), ids.indexOf(id)].toSorted((one, other) => one - other)
  const [start = -1, end = -1] = ends
  const range = start < 0 ? [id] : ids.slice(start, end + 1)
  const after = new Set(before)
  for (const one of range) {
    if (before.has(id)) after.delete(one)
    else after.add(one)
  }
  return after
}
