// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { listComments } from '#shared/comments.ts'
import { getImage, listImages } from '#shared/images.ts'
import { getLinkBySlug } from '#shared/links.ts'
import { aLink, anImage } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { main, startApp } from '#test/support/pages.ts'

const api = createFakeApi()
const spinner = () => screen.queryByRole('status', { name: 'Starting' })

afterEach(() => void vi.useRealTimers())

test('a spinner covers the app for one second after it starts', async () => {
  // Load the page first, because nothing waits for it while the time stands still.
  await import('#web/features/help/faq.tsx')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  startApp('/faq')
  await act(async () => {})
  act(() => vi.advanceTimersByTime(999))
  expect(spinner()).not.toBeNull()
  expect(main().getByRole('heading', { level: 1 })).toBeDefined()
  act(() => vi.advanceTimersByTime(1))
  expect(spinner()).toBeNull()
})

test.each(['/links/create', '/links/edit/link'])('%s starts with the spinner', (path) => {
  startApp(path)
  expect(spinner()).not.toBeNull()
})

test.each(['/links/a-year-outside', '/images/image', '/follow/token'])('%s has no spinner', async (path) => {
  const image = anImage()
  api.answer(getLinkBySlug, { success: true, data: aLink({ images: [image], imageCount: 1 }) })
  api.answer(getImage, { success: true, data: image })
  api.answer(listImages, { success: true, data: [image] })
  api.answer(listComments, { success: true, data: [] })
  startApp(path)
  expect(spinner()).toBeNull()
  await screen.findByRole('heading', { level: 1 })
  expect(spinner()).toBeNull()
})
