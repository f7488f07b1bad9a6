import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Imports that give a test a database, so it runs on both engines. */
const sources = /^import \{[^}]*\} from '[^']*\/support\/(?:server|use-server|shop|database)\.ts'$/m

const all = globSync(['src/server/**/*.test.ts', 'test/api/**/*.test.ts'], { cwd: root })
const needsDatabase = (file: string) => sources.test(readFileSync(join(root, file), 'utf8'))

/**
 * Server tests that need a database. The others run once. None can be missed: using a database in another project
 * throws.
 */
export const databaseTests = all.filter(needsDatabase)

if (databaseTests.length === 0 || databaseTests.length === all.length) {
  throw new Error('The tests of the server could not be told apart into those with a database and those without.')
}
