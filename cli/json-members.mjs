/** One link of an export is parsed at a time. Its images and comments have to fit into memory. */
const maxPartBytes = 24 * 2 ** 20

const [quote, backslash, comma] = Buffer.from('"\\,')
const opening = new Set(Buffer.from('{['))
const closing = new Set(Buffer.from('}]'))
const [bracket] = Buffer.from('[')

/**
 * Reads a large JSON object part by part. Yields `[name, value]` for each member, and for a member that's a list, one
 * pair for each item. Throws a `SyntaxError` if it isn't JSON or if a part is too large.
 */
export async function* readMembers(chunks) {
  let pieces = []
  let bytes = 0
  let depth = 0
  let list
  let isString = false
  let isEscaped = false

  const keep = (piece) => {
    bytes += piece.length
    if (bytes > maxPartBytes) throw new SyntaxError('A part is too large')
    pieces.push(piece)
  }
  const take = () => {
    const text = Buffer.concat(pieces).toString().trim()
    pieces = []
    bytes = 0
    return text
  }
  function* finishPart() {
    const text = take()
    if (text === '') return
    if (list !== undefined) yield [list, JSON.parse(text)]
    else yield* Object.entries(JSON.parse(`{${text}}`))
  }

  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (isString) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isString = false
        continue
      }
      if (byte === quote) isString = true
      else if (opening.has(byte)) {
        depth++
        const startsList = depth === 2 && byte === bracket
        if (depth !== 1 && !startsList) continue
        keep(chunk.subarray(from, at))
        from = at + 1
        const before = take()
        if (startsList) list = Object.keys(JSON.parse(`{${before}0}`))[0]
        else if (before !== '') throw new SyntaxError('Not an object')
      } else if (closing.has(byte) || byte === comma) {
        const isEnd = byte !== comma
        const partDepth = list === undefined ? 1 : 2
        if (depth === partDepth) {
          keep(chunk.subarray(from, at))
          from = at + 1
          yield* finishPart()
          if (isEnd) list = undefined
        }
        if (isEnd) depth--
      }
    }
    keep(chunk.subarray(from))
  }
  if (depth !== 0 || isString || take() !== '') throw new SyntaxError('Incomplete')
}
