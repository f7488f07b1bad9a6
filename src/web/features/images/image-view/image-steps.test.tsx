// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { ImageSteps, useArrowKeys } from './image-steps.tsx'

const ids = ['dunes', 'sea', 'falcon']

/** Remounts the links for every image, like the real page. */
function Pages() {
  useArrowKeys()
  const shown = Math.max(0, ids.indexOf(useLocation().pathname.split('/').at(-1) ?? ''))
  const neighbors = {
    position: shown + 1,
    count: 3,
    previousId: ids[shown - 1] ?? null,
    nextId: ids[shown + 1] ?? null,
  }
  return <ImageSteps key={shown} neighbors={neighbors} />
}

test('arrow keys keep working right after the image changes', async () => {
  renderPart(<Pages />)
  await vi.waitFor(() => {
    fireEvent.keyDown(window, { key: 'ArrowRight' })
    expect(screen.getByText(/of 3/).textContent).toBe('2 of 3')
  }, 20_000)
  fireEvent.keyDown(window, { key: 'ArrowRight' })
  expect(screen.getByText(/of 3/).textContent).toBe('3 of 3')
  fireEvent.keyDown(window, { key: 'ArrowLeft' })
  expect(screen.getByText(/of 3/).textContent).toBe('2 of 3')
})
