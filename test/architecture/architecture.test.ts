import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { check, importRules, noCycles, noFeatureCycles } from './check.ts'
import { fileRules } from './file-rules.ts'
import { isProduction, layerOf } from './folders.ts'
import { readAliases, readTree } from './read-tree.ts'
import { readImports, toSourceFile } from './source-file.ts'

const graph = readTree()
const aliases = readAliases()

describe('the source tree', () => {
  // An empty graph would pass every rule.
  test.each([
    ['src/shared', 8],
    ['src/server/http', 5],
    ['src/server/features', 15],
    ['src/server/platform', 20],
    ['src/web/app', 5],
    ['src/web/lib', 3],
    ['src/web/ui', 3],
    ['test', 2],
    ['e2e', 1],
  ])('includes %s', (folder, atLeast) => {
    const found = graph.filter(({ file }) => file.startsWith(`${folder}/`))
    expect(found.length).toBeGreaterThanOrEqual(atLeast)
    expect(found.flatMap(({ imports }) => imports)).not.toEqual([])
  })

  test('has routes, services, repositories and plain files, and their imports are resolved', () => {
    const production = graph.filter(({ file }) => isProduction(file))
    const imports = production.flatMap((file) => file.imports)
    expect(production.filter(({ file }) => file.startsWith('src/server/')).length).toBeGreaterThan(30)
    for (const layer of ['routes', 'service', 'repository', 'plain']) {
      expect(graph.map(({ file }) => layerOf(file))).toContain(layer)
    }
    expect(imports.filter(({ isFile }) => isFile).length).toBeGreaterThan(production.length)
    for (const name of ['fastify', 'kysely', 'react', 'sharp', 'vite', 'zod/mini']) {
      expect(imports.map(({ target }) => target)).toContain(name)
    }
  })

  test('follows every rule', () => {
    expect(check(graph)).toEqual([])
  })
})

/** In these samples, every file exists unless its name contains "missing". */
const sampleTree = (files: [path: string, text: string][]) =>
  files.map(([path, text]) => toSourceFile(path, text, { aliases, exists: (target) => !target.includes('missing') }))

const importing = (sample: string): [string, string] => {
  const [path = '', specifier = ''] = sample.split(' imports ')
  return [path, `import type { Thing } from '${specifier}'\n`]
}

// Samples prove that a rule can fail.
test.each([...importRules, ...fileRules])('"$rule" has samples', ({ wrong, right }) => {
  expect(wrong).not.toEqual([])
  expect(right).not.toEqual([])
})

describe.each(importRules)('$rule', ({ rule, wrong, right }) => {
  test.each(wrong)('rejects: %s', (sample) => {
    expect(check(sampleTree([importing(sample)]))).toEqual([`${sample}: ${rule}`])
  })

  test.each(right)('allows: %s', (sample) => {
    expect(check(sampleTree([importing(sample)]))).toEqual([])
  })
})

describe.each(fileRules)('$rule', ({ rule, wrong, right }) => {
  test.each(wrong)('rejects %s, sample %#', (path, text) => {
    expect(check(sampleTree([[path, text]]))).toEqual([expect.stringContaining(`: ${rule}`)])
  })

  test.each(right)('allows %s, sample %#', (path, text) => {
    expect(check(sampleTree([[path, text]]))).toEqual([])
  })
})

test(noCycles, () => {
  const cycle = [
    'src/web/lib/a.ts imports ./b.ts',
    'src/web/lib/b.ts imports ./c.ts',
    'src/web/lib/c.ts imports ./a.ts',
  ]
  const chain = [
    'src/web/lib/a.ts imports ./b.ts',
    'src/web/lib/b.ts imports ./c.ts',
    'src/web/lib/d.ts imports ./b.ts',
  ]
  const self = ['src/web/lib/a.ts imports ./a.ts']

  expect(check(sampleTree(cycle.map(importing)))).toEqual([
    `src/web/lib/a.ts imports src/web/lib/b.ts imports src/web/lib/c.ts imports src/web/lib/a.ts: ${noCycles}`,
  ])
  expect(check(sampleTree(self.map(importing)))).toEqual([`src/web/lib/a.ts imports src/web/lib/a.ts: ${noCycles}`])
  expect(check(sampleTree(chain.map(importing)))).toEqual([])
})

test(noFeatureCycles, () => {
  const cycle = [
    'src/server/features/images/images.service.ts imports #server/features/media/media.service.ts',
    'src/server/features/media/downloads.service.ts imports #server/features/links/links.service.ts',
    'src/server/features/links/links.service.ts imports #server/features/images/uploads.service.ts',
  ]
  const [images, media, links] = ['images', 'media', 'links'].map((noun) => `src/server/features/${noun}`)

  expect(check(sampleTree(cycle.map(importing)))).toEqual([
    `${images} needs ${media} needs ${links} needs ${images}: ${noFeatureCycles}`,
  ])
  expect(check(sampleTree(cycle.slice(1).map(importing)))).toEqual([])
})

test('readImports finds each import in import-forms.txt, but not in comments or strings', () => {
  const text = readFileSync(join(import.meta.dirname, 'import-forms.txt'), 'utf8')
  const files = ['./a.css', './d.ts', './e.ts', './f.ts', './g.ts', './h.ts', './i.tsx', './j.ts', './k.ts', './l.json']

  expect(readImports(text).sort()).toEqual(['#shared/c.ts', ...files, 'b'])
})
