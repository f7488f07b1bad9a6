import { featureOf, isProduction } from './folders.ts'
import type { SourceFile } from './source-file.ts'

/** Files that import each other, however long the way round; types count, since a reader goes round in them as well. */
export const findCycles = (graph: SourceFile[]) =>
  findRings(new Map(graph.map(({ file, imports }) => [file, imports.map(({ target }) => target)])))

/** The same of whole features: where two folders need each other, neither can be read alone. */
export function findFeatureCycles(graph: SourceFile[]) {
  const features = new Map<string, string[]>()
  for (const { file, imports } of graph.filter(({ file }) => isProduction(file))) {
    const feature = featureOf(file)
    const others = imports.flatMap(({ target }) => featureOf(target) ?? []).filter((other) => other !== feature)
    if (feature) features.set(feature, [...new Set([...(features.get(feature) ?? []), ...others])])
  }
  return findRings(features)
}

function findRings(edges: Map<string, string[]>): string[][] {
  const finished = new Set<string>()
  const cycles: string[][] = []

  function walk(file: string, trail: string[]) {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file])
    if (finished.has(file) || trail.includes(file)) return
    for (const target of edges.get(file) ?? []) walk(target, [...trail, file])
    finished.add(file)
  }

  for (const file of edges.keys()) walk(file, [])
  return cycles
}
