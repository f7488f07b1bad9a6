import { expect, test } from 'vitest'
import { dropInGroup } from './arrange-groups.ts'

const groups = [
  { sectionId: null, ids: ['a', 'b'] },
  { sectionId: 'coast', ids: ['c', 'd', 'e'] },
  { sectionId: 'empty', ids: [] },
]
const none: ReadonlySet<string> = new Set()

test.each([
  ['before an image', { sectionId: 'coast', over: 'd', isAfter: false }, 'b c a d e'],
  ['after an image', { sectionId: 'coast', over: 'd', isAfter: true }, 'b c d a e'],
  ['into an empty section', { sectionId: 'empty', over: undefined, isAfter: false }, 'b c d e a'],
])('an image can be dropped %s', (_, target, order) => {
  const drop = dropInGroup(groups, 'a', target, none)
  expect(drop).toEqual({ moved: ['a'], sectionId: target.sectionId, order: order.split(' ') })
})

test('a selected image takes the whole selection along, wherever it is', () => {
  const target = { sectionId: 'coast', over: 'e', isAfter: false }
  const drop = dropInGroup(groups, 'b', target, new Set(['b', 'c', 'a']))
  expect(drop).toEqual({ moved: ['a', 'b', 'c'], sectionId: 'coast', order: ['d', 'a', 'b', 'c', 'e'] })
})
