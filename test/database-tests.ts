import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What gives a test a database: whoever imports one of these runs on both engines. */
const sources = /^import \{[^}]*\} from '[^']*\/support\/(?:server|use-server|shop|database)\.ts'$/m

const all = globSync(['src/server/**/*.test.ts', 'test/api/**/*.test.ts'], { cwd: root })
const needsDatabase = (file: string) => sources.test(readFileSync(join(root, file), 'utf8'))

/**
 * The test files of the server that need a database. The others run once, since an engine makes no difference to them. That
 * none is missed is certain: asking for a database in another project is an error.
 */
export const databaseTests = all.filter(needsDatabase)

if (databaseTests.length === 0 || databaseTests.length === all.length) {
  throw new Error('The tests of the server could not be told apart into those with a database and those without.')
}
