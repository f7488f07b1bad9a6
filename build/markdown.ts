import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import { isPage } from '../src/shared/pages.ts'

/**
 * Compiles a Markdown file to the `ArticleText` that `Article` renders, so the browser doesn't need a Markdown parser.
 * Texts can also contain:
 *
 * - `{#id}` after a heading, the anchor of its section
 * - `{payments=test}` after a heading, to show its section or question only in this payment mode
 * - `<SupportEmail />` or any other component that the page passes to `Article`
 */
export const markdown: Plugin = {
  name: 'markdown',
  enforce: 'pre',
  transform: { filter: { id: /\.md$/ }, handler: (source) => ({ code: compileMarkdown(source), map: null }) },
}

export function compileMarkdown(source: string) {
  const [title, ...rest] = lexer(source).filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading') throw new Error('The text must start with its title')
  const { intro, parts } = splitAt(2, rest)
  return `import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { Link } from 'react-router'
export default {
  title: ${JSON.stringify(title.text)},
  intro: ${JSON.stringify(intro.map(({ raw }) => raw.trim()).join(' '))},
  sections: [${parts.map(section)}],
}`
}

type Part = { heading: Tokens.Heading; blocks: Token[] }

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'

function splitAt(depth: number, tokens: Token[]) {
  const intro: Token[] = []
  const parts: Part[] = []
  for (const token of tokens) {
    if (isHeading(token) && token.depth === depth) parts.push({ heading: token, blocks: [] })
    else (parts.at(-1)?.blocks ?? intro).push(token)
  }
  return { intro, parts }
}

function section({ heading, blocks }: Part) {
  const { intro, parts } = splitAt(3, blocks)
  const questions = parts.map((part) => `{ ${fields(part)} }`)
  return `{ ${fields({ heading, blocks: intro })}, questions: [${questions}] }`
}

function fields({ heading: { text }, blocks }: Part) {
  const [, title, id, payments] = /^(.*?)(?: \{(?:#([\w-]+))? ?(?:payments=(\w+))?\})?$/.exec(text) ?? []
  const content = blocks.length === 0 ? 'null' : element('Fragment', blocks.map(block))
  return `...${JSON.stringify({ title, id, payments })}, content: (components) => ${content}`
}

function block(token: Token): string {
  switch (token.type) {
    case 'paragraph':
      return element('"p"', inlines(token))
    case 'list': {
      const { items } = token as Tokens.List
      return element(
        '"ul"',
        items.map((item) =>
          element(
            '"li"',
            item.tokens.flatMap((line) => inlines(line as Tokens.Text)),
          ),
        ),
      )
    }
    case 'table':
      return table(token as Tokens.Table)
    case 'html':
      return component(token)
    default:
      throw new Error(`No support for ${token.type}: ${token.raw}`)
  }
}

function table({ header, rows }: Tokens.Table) {
  const heading = (scope: 'col' | 'row', cell: Tokens.TableCell) => element('"th"', inlines(cell), { scope })
  const headerRow = header.map((cell) => heading('col', cell))
  const bodyRows = rows.map((row) =>
    element(
      '"tr"',
      row.map((cell, column) =>
        // On phones, where each row is a block, the cells repeat the name of their column.
        column === 0
          ? heading('row', cell)
          : element('"td"', inlines(cell), { 'data-column': header[column]?.text ?? '' }),
      ),
    ),
  )
  return element('"table"', [element('"thead"', [element('"tr"', headerRow)]), element('"tbody"', bodyRows)])
}

const inlines = (parent: { tokens?: Token[] }) => (parent.tokens ?? []).map(inline)

function inline(token: Token): string {
  switch (token.type) {
    case 'text':
    case 'escape':
      return JSON.stringify(token.text.replaceAll('\n', ' '))
    case 'link':
      return link(token as Tokens.Link)
    case 'html':
      return component(token)
    default:
      throw new Error(`No support for ${token.type}: ${token.raw}`)
  }
}

function link({ href, tokens }: Tokens.Link) {
  if (!isPage(href.replace(/#.*/, ''))) throw new Error(`There's no page at ${href}`)
  return element('Link', inlines({ tokens }), { className: 'link', to: href })
}

function component({ raw }: Token) {
  const name = /^<(\w+) \/>$/.exec(raw.trim())?.[1]
  if (!name) throw new Error(`HTML isn't supported: ${raw}`)
  return `jsx(components.${name}, {})`
}

function element(type: string, children: string[], props: Record<string, string> = {}) {
  const [call, content] = children.length === 1 ? ['jsx', children[0]] : ['jsxs', `[${children}]`]
  return `${call}(${type}, { ...${JSON.stringify(props)}, children: ${content} })`
}
