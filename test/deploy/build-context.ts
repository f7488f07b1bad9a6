const inAnyFolder = '(?:.*/)?'
const withinName = '[^/]*'

/** Converts a .dockerignore pattern to an expression that matches the path and everything below it. */
function toExpression(pattern: string) {
  const source = pattern
    .split('**/')
    .map((part) => part.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', withinName))
    .join(inAnyFolder)
  return new RegExp(`^${source}(?:/|$)`)
}

/** The last matching line of .dockerignore wins. */
export function createBuildContext(ignoreFile: string) {
  const lines = ignoreFile
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ isAllowed: line.startsWith('!'), expression: toExpression(line.replace(/^!/, '')) }))
  return (path: string) => lines.findLast(({ expression }) => expression.test(path))?.isAllowed ?? true
}
