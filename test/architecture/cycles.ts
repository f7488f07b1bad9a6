import { featureOf, isProduction } from './folders.ts'
import type { SourceFile } from './source-file.ts'

/** Type imports count, because readers follow them too. */
export const findCycles = (graph: SourceFile[]) =>
  findAllCycles(new Map(graph.map(({ file, imports }) => [file, imports.map(({ target }) => target)])))

/** Two folders that need each other can't be understood separately. */
export function findFeatureCycles(graph: SourceFile[]) {
  const features = new Map<string, string[]>()
  for (const { file, imports } of graph.filter(({ file }) => isProduction(file))) {
    const feature = featureOf(file)
    const others = imports.flatMap(({ target }) => featureOf(target) ?? []).filter((other) => other !== feature)
    if (feature) features.set(feature, [...new Set([...(features.get(feature) ?? []), ...others])])
  }
  return findAllCycles(features)
}

function findAllCycles(edges: Map<string, string[]>): string[][] {
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
