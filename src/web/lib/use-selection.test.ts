import { expect, test } from 'vitest'
import { toggled } from './use-selection.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const after = (before: string[], id: string, from?: string) => [...toggled(new Set(before), ids, id, from)].toSorted()

test('a click toggles one image', () => {
  expect(after(['a'], 'c')).toEqual(['a', 'c'])
  expect(after(['a', 'c'], 'c')).toEqual(['a'])
})

test('a range is selected in either direction and added to the selection', () => {
  expect(after(['a', 'b'], 'd', 'b')).toEqual(['a', 'b', 'c', 'd'])
  expect(after(['d'], 'b', 'd')).toEqual(['b', 'c', 'd'])
})

test('a range is deselected if the clicked image was selected', () => {
  expect(after(['a', 'b', 'c', 'd'], 'c', 'a')).toEqual(['d'])
})

test('only one image is toggled if the start of the range no longer exists', () => {
  expect(after([], 'c', 'gone')).toEqual(['c'])
})
