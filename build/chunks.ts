import type { Rolldown } from 'vite'

export type Chunk = Rolldown.OutputChunk

export const chunksOf = (bundle: Rolldown.OutputBundle) =>
  new Map(
    Object.values(bundle)
      .filter((output) => output.type === 'chunk')
      .map((chunk) => [chunk.fileName, chunk]),
  )

export function withImports(chunk: Chunk, chunks: Map<string, Chunk>, found = new Set<Chunk>()) {
  found.add(chunk)
  for (const name of chunk.imports) {
    const next = chunks.get(name)
    if (next && !found.has(next)) withImports(next, chunks, found)
  }
  return found
}
