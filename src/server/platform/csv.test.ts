import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

const cellOf = (value: string | number) => toCsv([[value]]).replace(/\r\n$/, '')

test("column names, numbers, dates, IDs and empty cells aren't quoted", () => {
  expect(toCsv([['fileName', 'title', 'note']])).toBe('fileName,title,note\r\n')
  expect(toCsv([['2026-11-30', 0, -5, 'OMq_xN9-', '']])).toBe('2026-11-30,0,-5,OMq_xN9-,\r\n')
})

test.each([
  ['photo.jpg', '"photo.jpg"'],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  ['For the cover', '"For the cover"'],
  ['a "b", c', '"a ""b"", c"'],
  ['one\r\ntwo', '"one\r\ntwo"'],
])('%j is quoted', (text, cell) => {
  expect(cellOf(text)).toBe(cell)
})

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  [' =1', `"' =1"`],
  ['\t=1', `"'\t=1"`],
  ['＝1+1', `"'＝1+1"`],
  [';=1+1', `";'=1+1"`],
  ['nice; =1+1', `"nice;' =1+1"`],
  ['nice\t@SUM(A1)', `"nice\t'@SUM(A1)"`],
  ['one\n=1+1', `"one\n'=1+1"`],
])('%j never starts a formula, whatever the separator', (text, cell) => {
  expect(cellOf(text)).toBe(cell)
})
