import type { Import } from './source-file.ts'

/** `wrong` and `right` are samples (`file imports specifier`) the rule must reject and allow. */
export type ImportRule = {
  rule: string
  about: (file: string) => boolean
  refuses: (imported: Import, file: string) => boolean
  wrong: string[]
  right: string[]
}
