import { describe, expect, test } from 'vitest'
import { isProduction } from './folders.ts'
import { readTree } from './read-tree.ts'
import { readPatterns, slownessOf } from './slow-patterns.ts'

/*
 * A pattern whose time grows with the square of the text lets one request stop the server for seconds. Code that sees input
 * has none; those listed here see text of our own, or next to none.
 */
const ownText: Record<string, string> = {
  'src/server/http/security.ts': 'reads the index.html that the build made',
  'src/server/features/pages/page-template.ts': 'reads the index.html that the build made',
  'src/server/features/pages/site-pages.ts': 'reads the index.html that the build made',
  'src/server/http/fast-path/web-files.ts': 'reads the names of files that the build made',
  'src/server/platform/pictures/decode.ts': 'reads the name of a colour profile, at most 256 characters',
}

/** Put together at run time from constants, so that no literal shows them. */
const ownParts: Record<string, string> = {
  'src/server/platform/storage/storage.ts': 'keys of ours, at most 512 characters',
  'src/server/http/fast-path/fast-path.ts': 'from the urls of routes: anchored, and each part at most 100 characters',
  'src/server/http/input.ts': 'anchored, at most 100 characters',
  'src/shared/pages.ts': 'from the paths of pages: anchored, and parts end at a slash',
}

const files = readTree()
  .filter(({ file }) => /^src\/(server|shared)\/.*\.ts$/.test(file) && isProduction(file))
  .map(({ file, text }) => ({ file, ...readPatterns(file, text) }))

describe('patterns of code that sees input', () => {
  test('were found', () => {
    expect(files.flatMap(({ patterns }) => patterns).length).toBeGreaterThan(80)
  })

  test('take no longer than the text is long', () => {
    const slow = files
      .filter(({ file }) => !(file in ownText))
      .flatMap(({ patterns }) => patterns)
      .flatMap((pattern) => {
        const slowness = slownessOf(pattern)
        return slowness ? [`${pattern.file}: /${pattern.source}/${pattern.flags} is ${slowness}`] : []
      })
    expect(slow).toEqual([])
  })

  test('are put together at run time only where it is known of what', () => {
    const computing = files.filter(({ computed }) => computed > 0).map(({ file }) => file)
    expect(computing.sort()).toEqual(Object.keys(ownParts).sort())
  })

  test('are no longer listed where none is slow', () => {
    const slow = files.filter(({ patterns }) => patterns.some(slownessOf)).map(({ file }) => file)
    expect(slow.sort()).toEqual(Object.keys(ownText).sort())
  })
})

// What once stood here, and others of their kind.
test.each([
  [/\bSilk\/(?!.*Mobile)|Android(?!.*(\bMobi|Opera Mini))/i],
  [/\bgzip\b(?!\s*;\s*q=0)/i],
  [/[. ]+$/],
  [/%.*$/],
  [/^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  [/^(\d{1,2})\s*[/-]?\s*(\d{2}|\d{4})$/],
  [/(a+)+$/],
  [/<meta [^>]*>/],
  [/a(?<=x.*)b/],
])('%s is refused', ({ source, flags }) => {
  expect(slownessOf({ source, flags })).toBeTypeOf('string')
})

test.each([
  [/\s+/g],
  [/"views":\d+/g],
  [/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/],
  [/\(compatible;(?! MSIE)/],
  [/\bgzip\b(?!\s{0,4};)/i],
  [/^Bearer +([\w-]{1,128})$/i],
])('%s is allowed', ({ source, flags }) => {
  expect(slownessOf({ source, flags })).toBeUndefined()
})
