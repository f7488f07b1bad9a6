import { findCycles, findFeatureCycles } from './cycles.ts'
import { fileRules } from './file-rules.ts'
import { folderRules } from './folder-rules.ts'
import { importPathRules } from './import-path-rules.ts'
import { layerRules } from './layer-rules.ts'
import { packageRules } from './package-rules.ts'
import type { SourceFile } from './source-file.ts'

export const importRules = [...folderRules, ...layerRules, ...packageRules, ...importPathRules]

export const noCycles = 'no import cycles, of any length'
export const noFeatureCycles =
  'no cycles between features: access, images, links, media, pages each import only those before them'

export function check(graph: SourceFile[]): string[] {
  return [
    ...graph.flatMap(checkImports),
    ...graph.flatMap(checkFile),
    ...checkCycles(graph),
    ...checkFeatureCycles(graph),
  ]
}

const checkImports = ({ file, imports }: SourceFile) =>
  importRules
    .filter(({ about }) => about(file))
    .flatMap(({ rule, refuses }) =>
      imports
        .filter((imported) => refuses(imported, file))
        .map(({ specifier }) => `${file} imports ${specifier}: ${rule}`),
    )

const checkFile = (file: SourceFile) =>
  fileRules
    .filter(({ about }) => about(file.file))
    .flatMap(({ rule, fault }) => {
      const found = fault(file)
      return found ? [`${file.file} ${found}: ${rule}`] : []
    })

const checkFeatureCycles = (graph: SourceFile[]) =>
  findFeatureCycles(graph).map((cycle) => `${cycle.join(' needs ')}: ${noFeatureCycles}`)

const checkCycles = (graph: SourceFile[]) => findCycles(graph).map((cycle) => `${cycle.join(' imports ')}: ${noCycles}`)
