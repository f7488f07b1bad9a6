import { expect, test } from 'vitest'
import type { Upload, UploadState } from './upload.ts'
import { announcementOf, headingOf, progressText, totalOf } from './upload-total.ts'

const upload = (state: UploadState, sentBytes = 0): Upload => ({
  id: state,
  linkId: 'link',
  file: { size: 1_048_576, name: 'a.jpg' } as File,
  state,
  sentBytes,
  sentence: '',
  details: { title: '', description: '', isCoverImage: false },
})
const flowing = { isPaused: false, secondsFor: (bytes: number) => bytes / 104_857.6 }
const paused = { ...flowing, isPaused: true }

test('the total excludes rejected, failed and canceled uploads', () => {
  const uploads = [
    upload('done', 1_048_576),
    upload('uploading', 524_288),
    upload('waiting'),
    upload('refused'),
    upload('failed'),
    upload('canceled'),
  ]
  const total = totalOf(uploads, flowing)
  expect(total).toMatchObject({
    count: 3,
    done: 1,
    left: 2,
    refused: 1,
    failed: 1,
    sentBytes: 1_572_864,
    bytes: 3_145_728,
  })
  expect(headingOf(total)).toBe('Uploading 2 of 3, 1 rejected, 1 not uploaded')
  expect(progressText(total)).toBe('1.5 MB of 3.0 MB, about 15 seconds left')
})

test.each([
  [3, 'a few seconds left'],
  [17, 'about 20 seconds left'],
  [70, 'about a minute left'],
  [200, 'about 3 minutes left'],
  [7200, 'more than an hour left'],
])('%i seconds are shown as %j', (seconds, text) => {
  const total = totalOf([upload('uploading')], { isPaused: false, secondsFor: () => seconds })
  expect(progressText(total)).toBe(`0 bytes of 1.0 MB, ${text}`)
})

test('no estimate is shown while paused or without data', () => {
  const unknown = totalOf([upload('uploading')], { isPaused: false, secondsFor: () => undefined })
  expect(progressText(unknown)).toBe('0 bytes of 1.0 MB')
  expect(progressText(totalOf([upload('retrying')], paused))).toBe(
    '0 bytes of 1.0 MB. Paused, will resume automatically',
  )
})

test("the announcement doesn't change with progress", () => {
  const at = (sentBytes: number) =>
    announcementOf(totalOf([upload('uploading', sentBytes), upload('waiting')], flowing))
  expect([at(1), at(900_000)]).toEqual(['Uploading 2 images', 'Uploading 2 images'])
})

test('pauses and the final result are announced', () => {
  expect(announcementOf(totalOf([], flowing))).toBe('')
  expect(announcementOf(totalOf([upload('retrying')], paused))).toBe('Upload paused. It will resume automatically.')
  expect(announcementOf(totalOf([upload('done'), upload('refused')], paused))).toBe(
    '1 image uploaded. 1 file rejected.',
  )
  expect(announcementOf(totalOf([upload('failed'), upload('failed')], flowing))).toBe(
    'Nothing uploaded. 2 files not uploaded.',
  )
})

test('the heading includes the number of skipped files', () => {
  const heading = (...states: UploadState[]) =>
    headingOf(
      totalOf(
        states.map((state) => upload(state)),
        flowing,
      ),
    )
  expect(heading('done', 'done', 'refused')).toBe('2 uploaded, 1 rejected')
  expect(heading('done', 'duplicate', 'duplicate', 'failed')).toBe('1 uploaded, 2 duplicates skipped, 1 not uploaded')
  expect(heading('done', 'done')).toBe('2 images uploaded')
  expect(heading('refused')).toBe('Nothing uploaded, 1 rejected')
  expect(heading('waiting', 'refused')).toBe('Uploading 1 of 1, 1 rejected')
})
