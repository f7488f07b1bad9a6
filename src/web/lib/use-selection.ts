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

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select') !== null

/**
 * Ctrl+A or Cmd+A selects all, and Escape clears the selection, unless a dialog or menu is open or an image is being
 * dragged.
 */
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
  const select = useCallback((wanted: readonly string[]) => setChosen((before) => new Set([...before, ...wanted])), [])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTaken =
        event.defaultPrevented || document.querySelector('dialog[open], [role="menu"], [aria-pressed="true"]')
      if (isTaken) return
      if (event.key === 'Escape') return clear()
      if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event))
        return
      event.preventDefault()
      select(present.current)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [clear, select])

  return { selected: ids.filter((id) => chosen.has(id)), chosen, toggle, clear, select }
}
