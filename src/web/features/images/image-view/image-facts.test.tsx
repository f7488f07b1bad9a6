// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { ImageFacts } from './image-facts.tsx'

const bare = { takenAt: null, width: 6000, height: 4000, url: null }
const shown = () => screen.queryAllByRole('definition').map(({ textContent }) => textContent)

test('known details are listed, with the time in UTC', () => {
  const camera = { make: 'Fujifilm', model: 'X-T5', lens: 'XF 56 mm f/1.2', exposure: '1/500 s, f/2.8, ISO 160' }
  renderPart(<ImageFacts image={{ ...bare, takenAt: '2026-06-14T20:51:00.000Z', url: '/media/full.jpg', camera }} />)
  expect(shown()).toEqual([
    expect.stringMatching(/^Jun 14, 2026, 8:51\sPM$/),
    'Fujifilm X-T5',
    'XF 56 mm f/1.2',
    '1/500 s, f/2.8, ISO 160',
    '6,000 × 4,000',
  ])
})

test('an image without known details renders no list', () => {
  renderPart(<ImageFacts image={{ ...bare, camera: { make: null, model: null, lens: '', exposure: null } }} />)
  expect(screen.queryByRole('term')).toBeNull()
})
