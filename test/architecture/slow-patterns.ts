import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'

export type Pattern = { file: string; source: string; flags: string }

export function readPatterns(file: string, text: string) {
  const patterns: Pattern[] = []
  let computed = 0
  const countComputed = (callee: unknown) => {
    if ((callee as { name?: string }).name === 'RegExp') computed++
  }
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) patterns.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: ({ callee }) => countComputed(callee),
    CallExpression: ({ callee }) => countComputed(callee),
  }).visit(parseSync(file, text).program)
  return { patterns, computed }
}

/** Explains why matching isn't linear. Returns undefined if it is. */
export function slownessOf({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | undefined {
  const [report] = analyse({ source, flags }).reports
  if (report) return `${report.exponential ? 'exponential' : 'quadratic'} (${report.type})`
  return rereadingIn(new RegExpParser().parseLiteral(`/${source}/${flags}`))
}

/** Finds a case that scslre misses: patterns that scan to the end of the text from many starting points. */
function rereadingIn({ pattern, flags }: AST.RegExpLiteral): string | undefined {
  const found = new Set<string>()
  const isSearched = (alternative: AST.Alternative) => !flags.sticky && !isAtStart(alternative)
  for (const alternative of pattern.alternatives) {
    visitRegExpAST(alternative, {
      onQuantifierEnter(quantifier) {
        if (quantifier.max !== Number.POSITIVE_INFINITY) return
        if (isInLookaround(quantifier)) found.add('a lookaround of any length')
        else if (isSearched(alternative) && !isLast(quantifier, alternative)) {
          found.add('a search with a repetition in its middle')
        }
      },
    })
  }
  return [...found].join(', ') || undefined
}

const isAtStart = ({ elements: [first] }: AST.Alternative) => first?.type === 'Assertion' && first.kind === 'start'

const isInLookaround = (node: AST.Node): boolean =>
  (node.type === 'Assertion' && (node.kind === 'lookahead' || node.kind === 'lookbehind')) ||
  (node.parent !== null && isInLookaround(node.parent))

/** A trailing repetition is fine, because the next search starts after its match. */
const isLast = (quantifier: AST.Quantifier, alternative: AST.Alternative) =>
  quantifier.end === alternative.end && quantifier.element.type !== 'Group'
