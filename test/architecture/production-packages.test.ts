import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isProduction, isServer, isShared } from './folders.ts'
import { readTree } from './read-tree.ts'

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'))

const onlyInDevelopment = ['vite']

const packageOf = (target: string) => target.split('/', target.startsWith('@') ? 2 : 1).join('/')

test('production dependencies are exactly the packages that the server imports, except Vite', () => {
  const imported = readTree()
    .filter(({ file }) => isProduction(file) && (isServer(file) || isShared(file)))
    .flatMap(({ imports }) => imports.filter(({ isFile }) => !isFile).map(({ target }) => target))
    .filter((target) => !target.startsWith('node:') && !builtinModules.includes(target))
    .map(packageOf)
    .filter((name) => !onlyInDevelopment.includes(name))
  expect([...new Set(imported)].sort()).toEqual(Object.keys(dependencies).sort())
})
