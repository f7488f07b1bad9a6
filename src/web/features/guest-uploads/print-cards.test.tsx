// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aLink } from '#test/support/api-samples.ts'
import { fill } from '#test/support/pages.ts'
import { renderPart } from '#test/support/render.ts'
import { PrintCards } from './print-cards.tsx'

const cards = () => document.querySelectorAll('.print-card')

test('a sheet has four cards or one poster with the title, the text and the address of the adding page', () => {
  renderPart(<PrintCards link={aLink({ title: 'Lake', slug: 'lake', guestUploads: 'everyone' })} />)
  expect(cards()).toHaveLength(4)
  expect(cards()[0]?.textContent).toMatch(/^LakeScan the code and add your photos\..*\/links\/lake\/add$/)
  fill({ Text: 'Show us what you saw.' })
  fireEvent.click(screen.getByLabelText('1 poster, A4'))
  fireEvent.click(screen.getByLabelText('Letter'))
  expect(cards()).toHaveLength(1)
  expect(cards()[0]?.textContent).toContain('Show us what you saw.')
  expect(cards()[0]?.parentElement?.className).toContain('print-letter')
})

test('a code that does not work for everyone comes with a warning', () => {
  renderPart(<PrintCards link={aLink({ guestUploads: 'invited' })} />)
  expect(screen.getByText(/^Only people you invite can add photos/)).toBeDefined()
})
