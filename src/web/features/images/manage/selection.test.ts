import { expect, test } from 'vitest'
import { toggled } from './selection.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const after = (before: string[], id: string, from?: string) => [...toggled(new Set(before), ids, id, from)].toSorted()

test('toggles one image', () => {
  expect(after(['a'], 'c')).toEqual(['a', 'c'])
  expect(after(['a', 'c'], 'c')).toEqual(['a'])
})

test('selects a range in either direction and keeps the rest of the selection', () => {
  expect(after(['a', 'b'], 'd', 'b')).toEqual(['a', 'b', 'c', 'd'])
  expect(after(['d'], 'b', 'd')).toEqual(['b', 'c', 'd'])
})

test('deselects a range if its end was selected', () => {
  expect(after(['a', 'b', 'c', 'd'], 'c', 'a')).toEqual(['d'])
})

test('toggles only one image if the start of the range no longer exists', () => {
  expect(after([], 'c', 'gone')).toEqual(['c'])
})
