import type { Import } from './source-file.ts'

/** A row of the table. Its samples, `file imports specifier`, are what it was seen to refuse and to allow. */
export type ImportRule = {
  rule: string
  about: (file: string) => boolean
  refuses: (imported: Import, file: string) => boolean
  wrong: string[]
  right: string[]
}
