import type { Import } from './source-file.ts'

/** A rule about imports. `wrong` and `right` are samples (`file imports specifier`) it must reject and allow. */
export type ImportRule = {
  rule: string
  about: (file: string) => boolean
  refuses: (imported: Import, file: string) => boolean
  wrong: string[]
  right: string[]
}
