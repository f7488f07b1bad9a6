import type { LinkFacts } from '#server/features/access/link-access.ts'
import { type FactsRow, toFacts } from '#server/features/access/link-facts.repository.ts'
import { type LinkField, type LinkFields, linkFieldNames, linkFields } from '#shared/link-forms.ts'
import { searchKey, sortKey } from '#shared/search-key.ts'
import type { LinkRow } from './links.tables.ts'

export type LinkRecord = LinkFacts &
  LinkFields & {
    /** The gallery name, which can be empty, or the user's name if the gallery name was never set. */
    ownerName: string
    /** The settings of the owner's studio as JSON, or null if branding is off. */
    studio: string | null
    /** The owner's domain, as `parseOwnerDomain` reads it. */
    domain: string | null
    visits: number
    imageCount: number
    uploadsWaiting: number
    hasSections: boolean
    coverImageId: string | null
    createdAt: string
    updatedAt: string
  }

/** The fields that an owner can set, as they're stored. */
export type StoredFields = LinkFields & { passwordHash: string | null }

export type OwnedRow = LinkRow & FactsRow & { owner_name: string; studio: string | null; domain: string | null }

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/** Objects are stored as JSON. Null stands for the initial one. */
type Stored<Value> = Value extends boolean
  ? number
  : Value extends string
    ? string
    : Value extends object
      ? string | null
      : Value

/** Each field has the column of its name. If the table lacks one, `toLink` doesn't compile. */
type Columns = { [Name in keyof StoredFields as SnakeCase<Name>]: Stored<StoredFields[Name]> }

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as keyof Columns

const fieldColumns = linkFieldNames.map((name) => ({
  name,
  column: columnOf(name),
  type: linkFields[name].response.def.type,
}))

function fromColumn(name: LinkField, type: string, value: Columns[keyof Columns]) {
  if (type === 'boolean') return value === 1
  if (type !== 'object') return value
  return value === null ? linkFields[name].initial : JSON.parse(String(value))
}

const toColumn = (value: unknown) =>
  typeof value === 'boolean' ? Number(value) : typeof value === 'object' && value ? JSON.stringify(value) : value

const toFields = (row: Columns) =>
  Object.fromEntries(
    fieldColumns.map(({ name, column, type }) => [name, fromColumn(name, type, row[column])]),
  ) as LinkFields

export const toLink = (row: OwnedRow): LinkRecord => ({
  ...toFields(row),
  ...toFacts(row),
  ownerName: row.owner_name,
  studio: row.studio,
  domain: row.domain,
  visits: row.visits,
  imageCount: row.image_count,
  uploadsWaiting: row.waiting_count,
  hasSections: row.section_count > 0,
  coverImageId: row.cover_image_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Fields that aren't given keep their columns. */
export function toColumns({ passwordHash, ...fields }: Partial<StoredFields>) {
  const given = fieldColumns.flatMap(({ name, column }) => {
    const value = fields[name]
    return value === undefined ? [] : [[column, toColumn(value)]]
  })
  return {
    ...(Object.fromEntries(given) as Partial<Columns>),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
    ...(fields.title !== undefined && { title_key: searchKey(fields.title), title_order: sortKey(fields.title) }),
    ...(fields.description !== undefined && { description_key: searchKey(fields.description) }),
    ...(fields.expiresAt !== undefined && { is_over: 0 }),
  }
}
