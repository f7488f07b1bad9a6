import { expect, test } from 'vitest'
import { folderOf } from './folder-of.ts'

const dropped = (path: string) => Object.assign(new File([], 'a.jpg'), { path })

test.each([
  ['/South/a.jpg', 'South'],
  ['./South/Day 1/a.jpg', 'South'],
  ['./a.jpg', undefined],
  ['a.jpg', undefined],
  [`/${'x'.repeat(120)}/a.jpg`, 'x'.repeat(100)],
  ['/ The  coast /a.jpg', 'The coast'],
])('the folder of %s is %s', (path, folder) => {
  expect(folderOf(dropped(path))).toBe(folder)
})
