import { expect, test } from 'vitest'
import { toggled } from './selection.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const after = (before: string[], id: string, from?: string) => [...toggled(new Set(before), ids, id, from)].toSorted()

test('one is selected, and not any more', () => {
  expect(after(['a'], 'c')).toEqual(['a', 'c'])
  expect(after(['a', 'c'], 'c')).toEqual(['a'])
})

test('a range is selected in either direction, and keeps what was selected', () => {
  expect(after(['a', 'b'], 'd', 'b')).toEqual(['a', 'b', 'c', 'd'])
  expect(after(['d'], 'b', 'd')).toEqual(['b', 'c', 'd'])
})

test('a range ends being selected when its last one was', () => {
  expect(after(['a', 'b', 'c', 'd'], 'c', 'a')).toEqual(['d'])
})

test('where the other end is gone, only the pressed one changes', () => {
  expect(after([], 'c', 'gone')).toEqual(['c'])
})
