import { describe, expect, test } from 'vitest'
import { isProduction } from './folders.ts'
import { readTree } from './read-tree.ts'
import { readPatterns, slownessOf } from './slow-patterns.ts'

/**
 * With a quadratic regular expression, one request could block the server for seconds, so code that handles input must
 * not use any. The files listed here only match our own text or very short text.
 */
const ownText: Record<string, string> = {
  'src/server/http/security.ts': 'reads the built index.html',
  'src/server/features/pages/page-template.ts': 'reads the built index.html',
  'src/server/features/pages/site-pages.ts': 'reads the built index.html',
  'src/server/http/web-files.ts': 'reads names of built files',
  'src/server/platform/images/decode.ts': 'reads the name of a color profile, at most 256 characters',
}

/** These files build regular expressions at run time, but only from constants. */
const ownParts: Record<string, string> = {
  'src/server/platform/storage/storage.ts': 'our own keys, at most 512 characters',
  'src/server/http/hot-reads.ts': 'from route URLs: anchored, each segment at most 100 characters',
  'src/server/http/input.ts': 'anchored, at most 100 characters',
  'src/shared/pages.ts': 'from page paths: anchored, segments end at a slash',
}

const files = readTree()
  .filter(({ file }) => /^src\/(server|shared)\/.*\.ts$/.test(file) && isProduction(file))
  .map(({ file, text }) => ({ file, ...readPatterns(file, text) }))

describe('regular expressions in code that handles input', () => {
  test('are found', () => {
    expect(files.flatMap(({ patterns }) => patterns).length).toBeGreaterThan(80)
  })

  test('run in linear time outside the listed files', () => {
    const slow = files
      .filter(({ file }) => !(file in ownText))
      .flatMap(({ patterns }) => patterns)
      .flatMap((pattern) => {
        const slowness = slownessOf(pattern)
        return slowness ? [`${pattern.file}: /${pattern.source}/${pattern.flags} is ${slowness}`] : []
      })
    expect(slow).toEqual([])
  })

  test('are built at run time only in the listed files', () => {
    const computing = files.filter(({ computed }) => computed > 0).map(({ file }) => file)
    expect(computing.sort()).toEqual(Object.keys(ownParts).sort())
  })

  test('are slow in exactly the listed files', () => {
    const slow = files.filter(({ patterns }) => patterns.some(slownessOf)).map(({ file }) => file)
    expect(slow.sort()).toEqual(Object.keys(ownText).sort())
  })
})

// Some of these patterns were once in our code.
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
])('%s is rejected', ({ source, flags }) => {
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
