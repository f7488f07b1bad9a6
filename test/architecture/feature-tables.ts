import { readTree } from './read-tree.ts'

const tablesFile = /^src\/server\/features\/([^/]+)\/[^/]+\.tables\.ts$/

/** Maps each table to the feature that declares it in its `.tables.ts`. */
export const featureTables = new Map(
  readTree().flatMap(({ file, text }) => {
    const feature = tablesFile.exec(file)?.[1]
    const declared = /^export type \w+Tables = \{([^}]*)\}/m.exec(text)?.[1] ?? ''
    return feature ? [...declared.matchAll(/(\w+): /g)].map(([, table = '']) => [table, feature] as const) : []
  }),
)
