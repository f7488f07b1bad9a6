import { expect, test } from 'vitest'
import { moveItems } from './move-items.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const order = (active: string, over: string, ...selected: string[]) =>
  moveItems(ids, active, over, new Set(selected)).join('')

test('one goes to the place it is put on', () => {
  expect([order('a', 'c'), order('e', 'b'), order('c', 'c')]).toEqual(['bcadef', 'aebcdf', 'abcdef'])
})

test('all that is selected goes along, in its order, whichever of them is dragged', () => {
  expect(order('a', 'e', 'a', 'c')).toBe('bdeacf')
  expect(order('c', 'e', 'a', 'c')).toBe('bdeacf')
  expect(order('f', 'b', 'd', 'f')).toBe('adfbce')
})

test('one that is not selected goes alone', () => {
  expect(order('b', 'd', 'a', 'f')).toBe('acdbef')
})

test('put down on one of those that move along, nothing gets lost', () => {
  expect(order('a', 'c', 'a', 'c').split('').sort().join('')).toBe('abcdef')
  expect(order('a', 'c', 'a', 'c')).toBe('bacdef')
})
