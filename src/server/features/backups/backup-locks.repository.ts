import { lockFile } from '#server/platform/database/file-lock.ts'

export const lockBackups = (file: string, folder: string) =>
  lockFile(file, {
    whenLocked: `Another backup is being written to ${folder}: wait until it's done.`,
    whenUnusable: `${file} can't be locked: the file system must support locks, and your user must own the file.`,
  })
