import { expect, test } from 'vitest'
import { checkImageReads, exceptions } from './image-reads.ts'
import { readTree } from './read-tree.ts'

const aFile = (text: string) => [
  { file: 'src/server/features/cats/cats.repository.ts', text, lines: 1, imports: [], hasComputedImport: false },
]

test('queries leave out images in the trash, with few exceptions', () => {
  expect(checkImageReads(readTree(), exceptions)).toEqual([])
})

test.each([
  "db.selectFrom('images').select('id')",
  "db.selectFrom('comments').innerJoin('images', 'images.id', 'comments.image_id')",
  'sql`select count(*) from images where link_id = 1`',
])('finds a read without the condition: %s', (text) => {
  expect(checkImageReads(aFile(text), [])).toHaveLength(1)
  expect(checkImageReads(aFile(`${text} isLive`), [])).toEqual([])
})
