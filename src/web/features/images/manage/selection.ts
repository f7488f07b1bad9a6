import { useCallback, useEffect, useRef, useState } from 'react'

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

const nothing: ReadonlySet<string> = new Set()

/** Escape clears the selection, unless it closes a dialog or menu or cancels a drag. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState(nothing)
  const last = useRef<string | undefined>(undefined)
  const present = useRef(ids)
  present.current = ids

  const toggle = useCallback((id: string, isRange: boolean) => {
    const from = isRange ? last.current : undefined
    last.current = id
    setChosen((before) => toggled(before, present.current, id, from))
  }, [])
  const clear = useCallback(() => setChosen(nothing), [])
  const selectAll = useCallback(() => setChosen(new Set(present.current)), [])

  const isSelecting = chosen.size > 0
  useEffect(() => {
    if (!isSelecting) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isTaken =
        event.defaultPrevented || document.querySelector('dialog[open], [role="menu"], [aria-pressed="true"]')
      if (event.key === 'Escape' && !isTaken) clear()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isSelecting, clear])

  return { selected: ids.filter((id) => chosen.has(id)), chosen, toggle, clear, selectAll }
}
