import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Aliases, type SourceFile, toSourceFile } from './source-file.ts'

const root = join(import.meta.dirname, '..', '..')
const folders = ['src', 'test', 'e2e', 'proofs', 'cli']

export const readAliases = (): Aliases => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports

export function readTree(): SourceFile[] {
  const aliases = readAliases()
  const exists = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false
  return folders
    .flatMap(listFiles)
    .filter((file) => /\.(ts|tsx|js|mjs|css)$|^src\/.+\.md$/.test(file))
    .map((file) => toSourceFile(file, readFileSync(join(root, file), 'utf8'), { aliases, exists }))
}

function listFiles(folder: string): string[] {
  if (!statSync(join(root, folder), { throwIfNoEntry: false })) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    [folder, ...path.split(sep)].join('/'),
  )
}
