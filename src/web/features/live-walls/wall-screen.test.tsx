// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLiveWall, type ShownWall } from '#shared/live-wall.ts'
import { anImage } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable } from '#test/support/fake-api.ts'
import { main, openPage } from '#test/support/pages.ts'

const api = createFakeApi()

const photo = (name: string) => anImage({ _id: name, addedBy: { name }, imageUrl: `/media/${name}` })
const aWall = (fields: Partial<ShownWall> = {}): ShownWall => ({
  title: 'A weekend at the lake',
  seconds: 8,
  order: 'newest',
  showQrCode: true,
  showNames: true,
  addUrl: 'https://photos.example/links/lake/add',
  images: [],
  ...fields,
})
const answer = (wall: ShownWall) => api.answer(openLiveWall, { success: true, data: wall })

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const answered = fetch
  vi.stubGlobal('fetch', async (url: string, options?: RequestInit) =>
    url.startsWith('/media/') ? new Response('photo') : answered(url, options),
  )
})
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => screen.getAllByRole<HTMLImageElement>('img').find(({ alt }) => alt)?.alt

test('an empty wall waits for the first photo and shows the code', async () => {
  answer(aWall())
  await openPage('/wall/token')
  expect(await screen.findByText('Waiting for the first photo.')).toBeDefined()
  expect(main().getByRole('img', { name: 'QR code for adding photos' })).toBeDefined()
  // The URL can only break after a slash.
  const url = main().getByText('photos.example/links/lake/add')
  expect(url.innerHTML).toBe('photos.example/<wbr>links/<wbr>lake/<wbr>add')
  expect(screen.queryByRole('contentinfo')).toBeNull()
})

test('a new photo comes next, and the wall goes on while offline', async () => {
  answer(aWall({ images: [photo('Ben'), photo('Priya')], addUrl: null }))
  await openPage('/wall/token')
  await waitFor(() => expect(shown()).toBe('Photo by Ben'))
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
  answer(aWall({ images: [photo('Zoe'), photo('Ben'), photo('Priya')] }))
  await pass(8000)
  await waitFor(() => expect(shown()).toBe('Photo by Zoe'))

  api.answer(openLiveWall, unreachable)
  await pass(8000)
  expect(await main().findByText('Offline. Showing the last photos.')).toBeDefined()
  await waitFor(() => expect(shown()).toBe('Photo by Ben'))
  fireEvent.click(main().getByRole('button', { name: 'Pause' }))
  await pass(16_000)
  expect(shown()).toBe('Photo by Ben')
})

test('a wall without names shows none, and one that is turned off says so', async () => {
  answer(aWall({ images: [photo('Ben')], showNames: false }))
  await openPage('/wall/token')
  await waitFor(() => expect(shown()).toBeDefined())
  expect(screen.queryByText('Ben')).toBeNull()
  api.answer(openLiveWall, refusal('NOT_FOUND', 'Live wall not found'))
  await pass(5000)
  expect(await main().findByRole('heading', { name: 'This live wall is off' })).toBeDefined()
})
