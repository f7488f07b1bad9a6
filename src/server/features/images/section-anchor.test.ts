import { expect, test } from 'vitest'
import { anchorOf } from './section-anchor.ts'

test.each(['Main', 'Root', 'Page data', 'Comments'])(
  'the anchor of "%s" isn\'t an ID that the page already uses',
  (title) => {
    expect(anchorOf(title, 1, new Set())).toBe(`${title.toLowerCase().replace(' ', '-')}-2`)
  },
)
