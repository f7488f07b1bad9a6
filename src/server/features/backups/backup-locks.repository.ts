import { lockFile } from '#server/platform/database/file-lock.ts'

/** Held for the whole of a backup: whoever has it may delete what others left unfinished. */
export const lockBackups = (file: string, folder: string) =>
  lockFile(file, {
    whenLocked: `Another backup is being taken into ${folder}: wait until it's done.`,
    whenUnusable: `${file} can't be locked: it needs a file system with locks, and your user as owner.`,
  })
