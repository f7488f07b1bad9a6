import type { SourceFile } from './source-file.ts'

/** A ring of files for every way back found while walking; types count, since a reader goes round in them as well. */
export function findCycles(graph: SourceFile[]): string[][] {
  const files = new Map(graph.map((file) => [file.file, file]))
  const finished = new Set<string>()
  const cycles: string[][] = []

  function walk(file: string, trail: string[]) {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file])
    if (finished.has(file) || trail.includes(file)) return
    for (const { target } of files.get(file)?.imports ?? []) walk(target, [...trail, file])
    finished.add(file)
  }

  for (const file of files.keys()) walk(file, [])
  return cycles
}
