import { expect, test } from 'vitest'
import { skippedText, type Upload, type UploadState } from './upload.ts'

const upload = (name: string, state: UploadState, sentence = ''): Upload => ({
  id: name,
  linkId: 'link',
  file: new File(['x'], name),
  state,
  sentBytes: 0,
  sentence,
  details: { title: '', description: '', isCoverImage: false },
})

test('each skipped file is listed with its reason', () => {
  const uploads = [
    upload('a.jpg', 'done'),
    upload('b.pdf', 'refused', '"b.pdf" isn\'t an image.'),
    upload('c.jpg', 'duplicate', '"c.jpg" is already in this link.'),
    upload('d.jpg', 'failed', 'The plan is full.'),
    upload('e.jpg', 'waiting'),
  ]
  expect(skippedText(uploads)).toBe(
    '"b.pdf" isn\'t an image.\n"c.jpg" is already in this link.\n"d.jpg": The plan is full.',
  )
})
