import { lockFile } from '#server/platform/database/file-lock.ts'

/** Held for the whole of a backup: whoever has it may delete what others left unfinished. */
export const lockBackups = (file: string, folder: string) =>
  lockFile(file, `Another backup is being taken into ${folder}: wait until it's done.`)
