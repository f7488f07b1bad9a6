import { expect, test } from 'vitest'
import { compileMarkdown } from '../build/markdown.ts'

const text = (line: string) => `# Title\n\n## Section {#section}\n\n${line}\n`

test('a heading can have an anchor and a payment mode', () => {
  const code = compileMarkdown(
    '# Title\n\nIntro.\n\n## Prices {#prices payments=on}\n\n### How much? {payments=test}\n',
  )
  expect(code).toContain('{"title":"Prices","id":"prices","payments":"on"}')
  expect(code).toContain('{"title":"How much?","payments":"test"}')
})

test('a component becomes an element, within a sentence and alone', () => {
  expect(compileMarkdown(text('Email\n<SupportEmail />.'))).toContain('["Email ",jsx(components.SupportEmail, {}),"."]')
  expect(compileMarkdown(text('<PlanTable />'))).toContain('children: jsx(components.PlanTable, {})')
})

test.each([
  ['a link to a page that does not exist', 'See [prices](/prices).', "There's no page at /prices"],
  ['other HTML', 'Some <b>bold</b> text.', "HTML isn't supported: <b>"],
  ['unsupported Markdown', '> A quote.', 'No support for blockquote'],
])('%s fails the build', (_case, line, problem) => {
  expect(() => compileMarkdown(text(line))).toThrow(problem)
})
