// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import type { Upload, UploadState } from './upload.ts'
import { UploadRow } from './upload-row.tsx'

const queue = { retry: vi.fn(), cancel: vi.fn(), remove: vi.fn(), describe: vi.fn(async () => {}) }
let shown: Upload | undefined
vi.mock('./uploads.ts', () => ({ useUploadQueue: () => queue, useUpload: () => shown }))

const file = new File([new Uint8Array(2_097_152)], 'heron.jpg', { type: 'image/jpeg' })
const details = { title: '', description: '', isCoverImage: false }

function show(state: UploadState, change: Partial<Upload> = {}) {
  shown = { id: 'one', linkId: 'link', file, state, sentBytes: 0, sentence: '', details, ...change }
  renderPart(
    <ul>
      <UploadRow id="one" />
    </ul>,
  )
}
const buttons = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'))

beforeEach(() => vi.clearAllMocks())

test.each<[UploadState, string, string[]]>([
  ['waiting', 'Waiting', ['Edit details of heron.jpg', 'Cancel heron.jpg']],
  ['uploading', '0% of 2.0 MB', ['Edit details of heron.jpg', 'Cancel heron.jpg']],
  ['processing', 'Processing', ['Edit details of heron.jpg']],
  ['retrying', 'The connection was lost.', ['Edit details of heron.jpg', 'Retry heron.jpg', 'Cancel heron.jpg']],
  ['done', 'Done', ['Edit details of heron.jpg']],
  ['refused', 'The connection was lost.', ['Remove heron.jpg']],
  ['duplicate', 'The connection was lost.', ['Upload heron.jpg anyway', 'Remove heron.jpg']],
  ['failed', 'The connection was lost.', ['Retry heron.jpg', 'Remove heron.jpg']],
  ['canceled', 'Canceled', ['Retry heron.jpg', 'Remove heron.jpg']],
])('a file in state %s shows "%s" and the buttons %j', (state, text, offered) => {
  show(state, { sentence: 'The connection was lost.' })
  expect(screen.getByText(text)).toBeDefined()
  expect(buttons()).toEqual(offered)
})

test('the progress bar shows how much was sent', () => {
  show('uploading', { sentBytes: 1_572_864 })
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75')
  expect(screen.getByText('75% of 2.0 MB')).toBeDefined()
})

test('a finished upload has no progress bar', () => {
  show('done')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('an error is shown as an alert', () => {
  show('refused', { sentence: '"heron.jpg" is empty.' })
  expect(screen.getByRole('alert').textContent).toBe('"heron.jpg" is empty.')
})

test('a title replaces the file name in button labels', () => {
  show('waiting', { details: { ...details, title: 'Heron at dawn' } })
  expect(screen.getByRole('button', { name: 'Edit details of Heron at dawn' })).toBeDefined()
})

test('details can be edited in the row during the upload', async () => {
  show('uploading')
  fireEvent.click(screen.getByRole('button', { name: 'Edit details of heron.jpg' }))
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Heron at dawn' } })
  fireEvent.click(screen.getByLabelText('Use as cover'))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull())
  expect(queue.describe).toHaveBeenCalledWith('one', { title: 'Heron at dawn', description: '', isCoverImage: true })
})

test('Retry and Remove act on the upload in their row', () => {
  show('failed')
  fireEvent.click(screen.getByRole('button', { name: 'Retry heron.jpg' }))
  expect(queue.retry).toHaveBeenCalledWith('one')
  fireEvent.click(screen.getByRole('button', { name: 'Remove heron.jpg' }))
  expect(queue.remove).toHaveBeenCalledWith(['one'])
})
