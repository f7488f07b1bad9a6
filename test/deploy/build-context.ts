const inAnyFolder = '(?:.*/)?'
const withinName = '[^/]*'

/** A pattern of .dockerignore, which matches a path and everything below it. */
function toExpression(pattern: string) {
  const source = pattern
    .split('**/')
    .map((part) => part.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', withinName))
    .join(inAnyFolder)
  return new RegExp(`^${source}(?:/|$)`)
}

/** Whether a builder sends a file to the build, by the text of .dockerignore: the last line that matches decides. */
export function createBuildContext(ignoreFile: string) {
  const lines = ignoreFile
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ isAllowed: line.startsWith('!'), expression: toExpression(line.replace(/^!/, '')) }))
  return (path: string) => lines.findLast(({ expression }) => expression.test(path))?.isAllowed ?? true
}
