import type { Import } from './source-file.ts'

/** The rule must reject the samples in `wrong` and allow those in `right`. Samples look like `file imports specifier`. */
export type ImportRule = {
  rule: string
  about: (file: string) => boolean
  refuses: (imported: Import, file: string) => boolean
  wrong: string[]
  right: string[]
}
