import type { Random } from './random.ts'

/** The subset of JSON Schema that our OpenAPI description uses. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: unknown
  format?: string
}

const strange: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eevil',
  '👩‍👧',
  "' or 1=1 --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '%00%2e%2e%2f',
  '__proto__',
  'constructor',
  'NaN',
  '-0',
  '9'.repeat(400),
  'x'.repeat(5000),
  '2026-02-30T25:61:61Z',
  'ada@example.com\r\nBcc: everybody@example.com',
  [],
  {},
  [[[[[[]]]]]],
  [null, null],
  { $gt: '' },
  { toString: 'x' },
]

const words = ['Summer', 'a', 'Nächte am See', 'four words of ours', 'secret-1', 'x'.repeat(100), 'x'.repeat(101)]

/** Returns a value that roughly matches the schema. A `share` of its parts is replaced by strange values. */
export function valueFor(schema: Schema, random: Random, share: number, depth = 0): unknown {
  if (random() < share || depth > 6) return random.pick(strange)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices && choices.length > 0) return valueFor(random.pick(choices), random, share, depth + 1)
  if (schema.allOf?.[0]) return valueFor(random.pick(schema.allOf), random, share, depth + 1)
  if ('const' in schema) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'object') return objectFor(schema, random, share, depth)
  if (type === 'array') {
    const length = random() < 0.05 ? 300 : random.between(0, 4)
    return Array.from({ length }, () => valueFor(schema.items ?? {}, random, share, depth + 1))
  }
  if (type === 'string') return textFor(schema, random)
  if (type === 'integer' || type === 'number') return random.between(-3, 200)
  if (type === 'boolean') return random() < 0.5
  if (type === 'null') return null
  return random.pick(strange)
}

function objectFor({ properties = {} }: Schema, random: Random, share: number, depth: number) {
  const made: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    if (random() < 0.75) made[name] = valueFor(schema, random, share, depth + 1)
  }
  // These unexpected fields have dangerous names, or could escalate privileges.
  const more = ['__proto__', 'constructor', 'isAdmin', 'userId', 'plan', 'views', 'createdAt', 'passwordHash']
  if (random() < 0.3) Object.defineProperty(made, random.pick(more), { value: random.pick(strange), enumerable: true })
  return made
}

function textFor({ format }: Schema, random: Random) {
  if (format === 'email') return random.pick(['ada@example.com', 'nobody@example.org', 'no address', '@', 'a@b'])
  if (format === 'date-time') return new Date(Date.now() + random.between(-9e8, 9e9)).toISOString()
  return random.pick(words)
}
