import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A test that imports one of these uses a database, so it runs on both engines. */
const sources = /^import \{[^}]*\} from '[^']*\/support\/(?:server|use-server|shop|database)\.ts'$/m

/**
 * Calls every route as every kind of viewer. It checks decisions that don't depend on the engine, and the other tests
 * run the same queries on both, so `npm test` runs it on SQLite only.
 */
export const authorizationTest = 'test/api/authorization.test.ts'

const all = globSync(['src/server/**/*.test.ts', 'test/api/**/*.test.ts'], { cwd: root })
const needsDatabase = (file: string) => sources.test(readFileSync(join(root, file), 'utf8'))

/**
 * Server tests that need a database. The others run once. Using a database in another project throws, so this list
 * can't miss a test.
 */
export const databaseTests = all.filter((file) => needsDatabase(file) && file !== authorizationTest)

if (databaseTests.length === 0 || databaseTests.length === all.length) {
  throw new Error("Couldn't tell which server tests use a database.")
}
