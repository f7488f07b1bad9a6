import { DefaultQueryCompiler } from 'kysely'
import { afterAll } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** The kinds of statements that the file's tests ran, such as `update links`. */
    statements?: string[]
  }
}

const texts = new Set<string>()
const { compileQuery } = DefaultQueryCompiler.prototype

// Tests that only run on SQLite may only use statements that other tests run on both engines. See scripts/summary.mjs.
DefaultQueryCompiler.prototype.compileQuery = function (...args) {
  const query = compileQuery.apply(this, args)
  texts.add(query.sql)
  return query
}

// biome-ignore lint/correctness/noEmptyPattern: Vitest requires a pattern as the first parameter
afterAll(({}, file) => {
  DefaultQueryCompiler.prototype.compileQuery = compileQuery
  file.meta.statements = [...new Set(Array.from(texts, kindOf))]
})

/** Returns the verb and the tables. The rest can depend on values, such as the columns of an update. */
function kindOf(sql: string) {
  const text = sql.trim()
  const tables = text.matchAll(/(?:\b(?:from|join|into)|^update)\s+"?(\w+)\b(?!\()/g)
  const names = Array.from(tables, ([, name]) => name)
  return `${text.split(/\s/, 1)} ${[...new Set(names)].sort().join(', ')}`
}
