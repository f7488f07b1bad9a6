import { describe, expect, test } from 'vitest'
import { nouns } from './folders.ts'
import { readTree } from './read-tree.ts'
import type { SourceFile } from './source-file.ts'
import {
  checkTables,
  checkWriters,
  type Exception,
  exceptions,
  maxExceptions,
  readOwners,
  readTables,
  readWrites,
} from './table-owners.ts'

const graph = readTree()
const owners = readOwners(graph)

const aFile = (path: string, text: string): SourceFile => ({
  file: `src/server/${path}`,
  text,
  lines: 1,
  imports: [],
  hasComputedImport: false,
})

describe('tables', () => {
  test('each has one owner, which is a feature or platform', () => {
    expect(checkTables(readTables(graph), owners)).toEqual([])
    for (const owner of owners.values()) expect([...nouns, 'platform']).toContain(owner)
  })

  test('are written only by their owner, with few exceptions that are all needed', () => {
    expect(checkWriters(graph, owners, exceptions)).toEqual([])
    expect(exceptions.length).toBeLessThanOrEqual(maxExceptions)
  })

  test('are written by most features, so the rule sees their statements', () => {
    const writers = graph
      .filter(({ file }) => file.endsWith('.repository.ts'))
      .filter(({ text }) => readWrites(text)[0])
    expect(writers.length).toBeGreaterThan(20)
  })
})

test.each([
  ["db.insertInto('links').values(row)", 'links'],
  ["db\n  .updateTable('links')\n  .set({})", 'links'],
  ["tx.deleteFrom('links as gone').where()", 'links'],
  ['sql`update links set title = 1`', 'links'],
  ['sql`\n  update links as l\n  set title = 1`', 'links'],
  ['sql`insert into links (id) values (1)`', 'links'],
  ['sql`delete from links where id = 1`', 'links'],
  ["deleteInBatches(db, { table: 'links', key: ['id'] })", 'links'],
  ["const counter = { table: 'links' }\ndb.updateTable(counter.table)", 'links'],
  ['db.deleteFrom(table).where()', undefined],
  [`sql\`update \${sql.table(table)} set a = 1\``, undefined],
  [`sql\`delete from \${sql.table(table)}\``, undefined],
])('%j writes %s', (text, table) => {
  expect(readWrites(text)).toEqual([table])
})

test.each([
  "db.selectFrom('links').select('id')",
  '// update links set\n',
  '/** Call it before you update links. */\n',
  ".onConflict((conflict) => conflict.column('id').doUpdateSet({ title }))",
  'sql`on conflict (id) do update set title = 1`',
])('%j writes nothing', (text) => {
  expect(readWrites(text)).toEqual([])
})

describe('a write', () => {
  const write = "db.updateTable('links').set({ title })\n"

  test('is allowed in the owning feature and in platform', () => {
    expect(checkWriters([aFile('features/links/links.repository.ts', write)], owners, [])).toEqual([])
    expect(checkWriters([aFile('platform/database/copy-rows.ts', write)], owners, [])).toEqual([])
  })

  test.each(['features/comments/comments.repository.ts', 'commands/admin.ts'])('is rejected in %s', (path) => {
    expect(checkWriters([aFile(path, write)], owners, [])).toEqual([
      `src/server/${path} writes links, which belongs to links`,
    ])
  })

  test('of a table without an owner or without a literal name is rejected', () => {
    const path = 'features/links/links.repository.ts'
    expect(checkWriters([aFile(path, "db.deleteFrom('drafts')\n")], owners, [])).toEqual([
      `src/server/${path} writes drafts, which belongs to no feature`,
    ])
    expect(checkWriters([aFile(path, 'db.deleteFrom(table)\n')], owners, [])).toEqual([
      `src/server/${path} writes a table whose name isn't a literal`,
    ])
  })

  test('is allowed by an exception for its feature and table only', () => {
    const file = aFile('features/images/images.repository.ts', write)
    const exception: Exception = { feature: 'images', tables: ['links'], reason: '' }
    expect(checkWriters([file], owners, [exception])).toEqual([])
    expect(checkWriters([file], owners, [{ ...exception, tables: 'every table' }])).toEqual([])
    expect(checkWriters([file], owners, [{ ...exception, tables: ['users'] }])).toHaveLength(2)
    expect(checkWriters([file], owners, [{ ...exception, feature: 'media' }])).toHaveLength(2)
  })
})

test("an exception that isn't needed anymore is rejected", () => {
  const file = aFile('features/images/images.repository.ts', "db.updateTable('images').set({ title })\n")
  expect(checkWriters([file], owners, [{ feature: 'images', tables: ['links'], reason: '' }])).toEqual([
    "the exception for images isn't needed",
  ])
})

test('a table without an owner and an owner without a table are rejected', () => {
  const known = [...owners.keys()]
  expect(checkTables(new Set([...known, 'drafts']), owners)).toEqual(['drafts has no owner'])
  expect(checkTables(new Set(known.slice(1)), owners)).toEqual([`${known[0]} has an owner but doesn't exist`])
})

test('readTables follows created, renamed and dropped tables', () => {
  const migration = (name: string, text: string) => aFile(`platform/database/migrations/${name}.ts`, text)
  const second = migration('0002-b', 'alter table one rename to two; drop table gone; create table three (')
  const first = migration('0001-a', 'create table one ( create table gone (')
  expect([...readTables([second, first])].sort()).toEqual(['three', 'two'])
})

test('readOwners finds the tables of a feature and of platform, but not its other types', () => {
  const tables = aFile(
    'features/links/links.tables.ts',
    'export type LinkTables = {\n  links: LinkRow\n  slugs: SlugRow\n}\n\nexport type LinkRow = { id: string }\n',
  )
  const schema = aFile('platform/database/schema.ts', 'export interface Tables {\n  tasks: TaskTable\n}\n')
  const other = aFile('features/links/links.repository.ts', 'export type OtherTables = { drafts: Row }\n')
  expect([...readOwners([tables, schema, other])]).toEqual([
    ['links', 'links'],
    ['slugs', 'links'],
    ['tasks', 'platform'],
  ])
})
