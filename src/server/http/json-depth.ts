const [quote, backslash, openBracket, openBrace, closeBracket, closeBrace] = ['"', '\\', '[', '{', ']', '}'].map(
  (character) => character.charCodeAt(0),
)

/**
 * Checks the nesting depth before parsing, because parsing deep JSON takes many times longer than parsing flat JSON of
 * the same size.
 */
export function isDeeperThan(limit: number, json: string): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === quote) {
      at = endOfString(json, at)
      if (at === -1) return false
    } else if (character === openBracket || character === openBrace) {
      if (++depth > limit) return true
    } else if (character === closeBracket || character === closeBrace) depth--
  }
  return false
}

/** Returns the index of the closing quote, or -1 if it's missing. The parser reports a missing quote. */
function endOfString(json: string, start: number) {
  let end = json.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end
}

function isEscaped(json: string, at: number) {
  let first = at
  while (json.charCodeAt(first - 1) === backslash) first--
  return (at - first) % 2 === 1
}
