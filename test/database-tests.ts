import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A test that imports one of these uses a database. */
const sources =
  /^import \{[^}]*\} from '[^']*\/(?:support\/(?:server|use-[a-z-]+|shop|database|empty-database)|authorization-scenes)\.ts'$/m

/** The first line of a test that doesn't depend on the engine: HTTP behavior, access decisions, texts, emails. */
const sqliteOnly = '// @engine sqlite\n'

const files = globSync(['src/server/**/*.test.ts', 'test/api/**/*.test.ts'], { cwd: root })
const databaseTests = files
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => sources.test(text))

const isMarked = ({ text }: { text: string }) => text.startsWith(sqliteOnly)
const pathOf = ({ file }: { file: string }) => file

/**
 * Server tests that need a database: on both engines, unless the first line says otherwise. Using a database in another
 * project throws, so these lists can't miss a test.
 */
export const bothEnginesTests = databaseTests.filter((test) => !isMarked(test)).map(pathOf)
export const sqliteOnlyTests = databaseTests.filter(isMarked).map(pathOf)

if (bothEnginesTests.length === 0 || databaseTests.length === files.length) {
  throw new Error("Couldn't tell which server tests use a database.")
}
