export type Streamed<T> = T extends (infer Item)[]
  ? Item[] | AsyncIterable<Streamed<Item>>
  : T extends object
    ? { [Key in keyof T]: Streamed<T[Key]> }
    : T

/** Smaller chunks would require too many writes. */
const pieceLength = 64 * 1024

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

const hasStreams = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some(isStream)

/** Serializes in chunks, so that streamed items don't all have to fit into memory. */
export async function* streamJson(value: unknown): AsyncGenerator<string> {
  let piece = ''
  for await (const text of textsOf(value)) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

async function* textsOf(value: unknown): AsyncGenerator<string> {
  if (isStream(value)) {
    let before = '['
    for await (const item of value) {
      yield before
      yield* textsOf(item)
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  } else if (hasStreams(value)) {
    let before = '{'
    for (const [name, part] of Object.entries(value)) {
      yield `${before}${JSON.stringify(name)}:`
      yield* textsOf(part)
      before = ','
    }
    yield '}'
  } else yield JSON.stringify(value)
}
