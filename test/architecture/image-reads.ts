import { isProduction, isServer } from './folders.ts'
import { readCode, type SourceFile } from './source-file.ts'

type Exception = { file: string; reads: number; reason: string }

/** The queries that also read images in the trash. */
export const exceptions: Exception[] = [
  {
    file: 'src/server/features/accounts/usage.repository.ts',
    reads: 1,
    reason: 'the bytes of images in the trash count',
  },
  {
    file: 'src/server/features/exports/exports.repository.ts',
    reads: 1,
    reason: 'reads the comments of images that were already found',
  },
  {
    file: 'src/server/features/images/file-hashes.repository.ts',
    reads: 2,
    reason: 'images in the trash keep their files',
  },
  {
    file: 'src/server/features/images/inspection.repository.ts',
    reads: 4,
    reason: 'checks the files of all images',
  },
]

const reads = /\b(?:selectFrom|innerJoin|leftJoin)\(\s*'images'|\b(?:from|join) images\b/g
const conditions = /\b(?:isLive|inTrash|trashed_at)\b/g

/** Queries that read images must say whether they include the trash. Counts both in each file, instead of parsing SQL. */
export function checkImageReads(graph: SourceFile[], allowed: Exception[]): string[] {
  return graph
    .filter(({ file }) => isServer(file) && isProduction(file) && file.endsWith('.repository.ts'))
    .flatMap(({ file, text }) => {
      const code = readCode(text).replace(/^import .*$/gm, '')
      const unfiltered = [...code.matchAll(reads)].length - [...code.matchAll(conditions)].length
      const expected = allowed.find((exception) => exception.file === file)?.reads
      if (expected === undefined) return unfiltered > 0 ? [`${file} reads images without looking at trashed_at`] : []
      return unfiltered === expected ? [] : [`${file} has ${unfiltered} such reads instead of ${expected}`]
    })
}
