import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#test/support/product.ts'
import type { Scope } from '#test/support/scope.ts'

const migrations = 'src/server/platform/database/migrations'
const list = 'src/server/platform/database/migrate.ts'

export const added = { column: 'mood', index: 'links_by_mood' }

const source = `import { indexes, statements } from './migration.ts'
export const mood = statements('9998-mood', "alter table links add column ${added.column} TEXT not null default ''", {
  sqlite: [],
  postgres: [],
})
export const moodIndex = indexes('9999-mood-index', { ${added.index}: 'links (${added.column})' })
`

/** Copies this tree and adds migrations that create a column and an index on `links`. */
export async function createNextVersion(scope: Scope) {
  const tree = await scope.folder('next-version')
  await cp(join(root, 'src'), join(tree, 'src'), { recursive: true })
  await cp(join(root, 'package.json'), join(tree, 'package.json'))
  for (const name of ['node_modules', 'dist']) await symlink(join(root, name), join(tree, name))
  await writeFile(join(tree, migrations, '9998-mood.ts'), source)
  const text = await readFile(join(tree, list), 'utf8')
  const extended = text
    .replace(
      'import type { Engine',
      "import { mood, moodIndex } from './migrations/9998-mood.ts'\nimport type { Engine",
    )
    .replace(/^\]$/m, '  mood,\n  moodIndex,\n]')
  if (!extended.includes('  moodIndex,\n]')) throw new Error("Couldn't extend the list of migrations")
  await writeFile(join(tree, list), extended)
  return tree
}
