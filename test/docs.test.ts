import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { emailKinds } from '#server/features/emails/email-kinds.ts'
import { sampleEmails } from './support/email-samples.ts'

const root = join(import.meta.dirname, '..')
const documents = globSync(['*.md', 'docs/**/*.md', 'proofs/README.md'], { cwd: root }).sort()
const files = globSync(['*', '{src,test,e2e,proofs,build,scripts,docs,demo,cli}/**/*'], { cwd: root })

/** Documented paths are relative to one of these folders. */
const beginnings = ['', 'src', 'src/server', 'src/server/features']
const folder = /^(?:src|test|e2e|proofs|build|scripts|docs|demo|cli|shared|server|web|http|platform|features)\//
const sourceFile = /\w\.(?:ts|tsx|mjs|js|css|html|json|md)$/
/**
 * Matches placeholders and URLs such as `<noun>.test.ts`, `NNNN-short-name.md`, `noun.layer.ts` and
 * `/api/openapi.json`.
 */
const notAPath = /[<>{}…\s]|^NNNN-|^noun\.|^[/~]|:\/\//

const read = (document: string) => readFileSync(join(root, document), 'utf8').replace(/^```.*?^```/gms, '')

const pathsIn = (document: string) =>
  [...read(document).matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) =>
      code.replace(/^#(?=(shared|server|web)\/)/, 'src/').replace(/^#(?=(test|scripts|proofs)\/)/, ''),
    )
    .filter((code) => !notAPath.test(code) && (folder.test(code) || sourceFile.test(code)))

const find = (path: string) =>
  beginnings
    .map((beginning) => posix.join(beginning, path))
    .find((place) =>
      path.includes('*') ? globSync(place, { cwd: root }).length > 0 : existsSync(join(root, place)),
    ) ??
  // Allow a bare file name, because the text has usually named its folder.
  files.find((file) => file.endsWith(`/${path}`))

test('the docs mention files', () => {
  expect(documents.length).toBeGreaterThan(20)
  expect(documents.flatMap(pathsIn).length).toBeGreaterThan(50)
})

test.each(documents)('every file mentioned in %s exists', (document) => {
  expect(pathsIn(document).filter((path) => !find(path))).toEqual([])
})

test.each(documents)('every relative link in %s points to an existing path', (document) => {
  const links = [...read(document).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
  const own = links.filter((link) => !/^(?:[a-z]+:|\/)/.test(link))
  expect(own.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([])
})

test.each(documents)('every name that %s cites from a source file is in that file', (document) => {
  const cited = [...read(document).matchAll(/`(\w+)`\s+in\s+`([\w./-]+\.(?:ts|tsx|mjs|js))`/g)]
  const missing = cited.filter(([, name, path = '']) => {
    const file = find(path)
    return !file || !new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, file), 'utf8'))
  })
  expect(missing.map(([text]) => text)).toEqual([])
})

test('docs/dependencies.md lists exactly the packages in package.json', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const rows = [...read('docs/dependencies.md').matchAll(/^\| (`.*?) \|/gm)].map(([, names = '']) => names)
  const named = rows.flatMap((names) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  expect(named.sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort())
})

test('every email is in the table in docs/email.md and has limits and a sample', () => {
  const rows = [...read('docs/email.md').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, kind = '']) => kind).sort()
  const templates = globSync('src/server/features/*/emails/*.ts', { cwd: root }).map((file) =>
    posix.basename(file, '.ts'),
  )
  expect(templates.sort()).toEqual(rows)
  expect(Object.keys(emailKinds).sort()).toEqual(rows)
  const samples = Object.keys(sampleEmails(['', '', '']))
  expect(rows.filter((kind) => !samples.includes(kind))).toEqual([])
  expect(samples.filter((name) => !rows.some((kind) => name === kind || name.startsWith(`${kind}-`)))).toEqual([])
})
