import type { Import } from './source-file.ts'

/** The rule must reject `wrong` and allow `right`, which are samples in the form `file imports specifier`. */
export type ImportRule = {
  rule: string
  about: (file: string) => boolean
  refuses: (imported: Import, file: string) => boolean
  wrong: string[]
  right: string[]
}
