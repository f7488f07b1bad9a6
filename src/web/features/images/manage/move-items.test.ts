import { expect, test } from 'vitest'
import { moveItems } from './move-items.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const order = (active: string, over: string, ...selected: string[]) =>
  moveItems(ids, active, over, new Set(selected)).join('')

test("an image moves to the position it's dropped on", () => {
  expect([order('a', 'c'), order('e', 'b'), order('c', 'c')]).toEqual(['bcadef', 'aebcdf', 'abcdef'])
})

test('dragging a selected image moves the whole selection, in order', () => {
  expect(order('a', 'e', 'a', 'c')).toBe('bdeacf')
  expect(order('c', 'e', 'a', 'c')).toBe('bdeacf')
  expect(order('f', 'b', 'd', 'f')).toBe('adfbce')
})

test('dragging an unselected image moves only that image', () => {
  expect(order('b', 'd', 'a', 'f')).toBe('acdbef')
})

test('dropping the selection on one of its own images keeps every image', () => {
  expect(order('a', 'c', 'a', 'c').split('').sort().join('')).toBe('abcdef')
  expect(order('a', 'c', 'a', 'c')).toBe('bacdef')
})
