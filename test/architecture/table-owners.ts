import { isIn, isPlatform, isProduction, isServer } from './folders.ts'
import { readCode, type SourceFile } from './source-file.ts'

/** Maps each table to the feature that declares it in its `*.tables.ts`, or to platform. Only this owner writes to it. */
export type Owners = ReadonlyMap<string, string>

const declarations = /^export (?:type \w*Tables =|interface Tables) \{([^}]*)\}/m

export function readOwners(graph: SourceFile[]): Owners {
  const owners = new Map<string, string>()
  for (const { file, text } of graph) {
    const owner = /^src\/server\/features\/([^/]+)\/[\w-]+\.tables\.ts$/.exec(file)?.[1]
    if (owner === undefined && file !== 'src/server/platform/database/schema.ts') continue
    const [, tables = ''] = declarations.exec(readCode(text)) ?? []
    for (const [, table = ''] of tables.matchAll(/(\w+): /g)) owners.set(table, owner ?? 'platform')
  }
  return owners
}

export type Exception = { feature: string; tables: string[] | 'every table'; reason: string }

export const maxExceptions = 3

export const exceptions: Exception[] = [
  {
    feature: 'removals',
    tables: 'every table',
    reason: 'deletes an account or a link together with all of its rows, in batches',
  },
  {
    feature: 'images',
    tables: ['links'],
    reason: "updates a link's image count, next position and cover along with the images; links is above images",
  },
  {
    feature: 'access',
    tables: ['links'],
    reason: "counts a link's guests, to enforce their limit; links is above access",
  },
]

const kyselyWrites = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?:'(\w+)[^']*'|[^)]*\))/g
const sqlWrites = /\b(?:insert into|delete from|update(?=\s+\S+(?:\s+as\s+\w+)?\s+set\b))\s+(?:(\w+)|\S)/g
const namedTables = /\btable: '(\w+)'/g

/** Returns undefined for a table that's named neither by a literal in the statement nor by a `table` property. */
export const readWrites = (text: string): (string | undefined)[] => {
  const code = readCode(text)
  const namesIn = (way: RegExp) => [...code.matchAll(way)].map((match) => match[1])
  const named = namesIn(namedTables)
  const written = [kyselyWrites, sqlWrites].flatMap(namesIn)
  return [...named, ...(named.length > 0 ? written.filter((table) => table !== undefined) : written)]
}

/** The feature, or undefined for files that own no tables, such as commands. */
const featureOf = (file: string) => /^src\/server\/features\/([^/]+)\//.exec(file)?.[1]

const isMigration = isIn('src/server/platform/database/migrations')
const schemaChanges = /\b(?:create table (\w+)|drop table (\w+)|alter table (\w+) rename to (\w+))/g

/** The tables after all migrations. */
export function readTables(graph: SourceFile[]): Set<string> {
  const migrations = graph.filter(({ file }) => isMigration(file) && isProduction(file))
  const tables = new Set<string>()
  for (const { text } of migrations.toSorted((one, other) => (one.file < other.file ? -1 : 1))) {
    for (const [, created, dropped, before, after] of text.matchAll(schemaChanges)) {
      if (created ?? after) tables.add((created ?? after) as string)
      tables.delete(dropped ?? before ?? '')
    }
  }
  return tables
}

/** Files in platform/ have their own rules. */
export function checkWriters(graph: SourceFile[], owners: Owners, allowed: Exception[]): string[] {
  const needed = new Set<Exception>()
  const faults = graph
    .filter(({ file }) => isServer(file) && isProduction(file) && !isPlatform(file))
    .flatMap(({ file, text }) =>
      [...new Set(readWrites(text))].flatMap((table) => {
        const feature = featureOf(file)
        if (table !== undefined && feature !== undefined && owners.get(table) === feature) return []
        const exception = allowed.find((each) => each.feature === feature && covers(each, table))
        if (exception) needed.add(exception)
        if (exception) return []
        if (table === undefined) return [`${file} writes a table whose name isn't a literal`]
        return [`${file} writes ${table}, which belongs to ${owners.get(table) ?? 'no feature'}`]
      }),
    )
  const unneeded = allowed.filter((each) => !needed.has(each))
  return [...faults, ...unneeded.map(({ feature }) => `the exception for ${feature} isn't needed`)]
}

const covers = ({ tables }: Exception, table: string | undefined) =>
  tables === 'every table' || (table !== undefined && tables.includes(table))

export function checkTables(tables: Set<string>, owners: Owners): string[] {
  const unowned = [...tables].filter((table) => !owners.has(table))
  const missing = [...owners.keys()].filter((table) => !tables.has(table))
  return [
    ...unowned.map((table) => `${table} has no owner`),
    ...missing.map((table) => `${table} has an owner but doesn't exist`),
  ]
}
