import { copyFile, open, rename, writeFile } from 'node:fs/promises'

export const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

export function unless(code: string): (error: unknown) => undefined {
  return (error) => {
    if (!hasCode(error, code)) throw error
  }
}

/** Works for a folder too, whose entries are as volatile as any bytes until it is synced. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const writeSynced = (path: string, bytes: Buffer) => writeFile(path, bytes, { flag: 'wx', flush: true })

export async function moveSynced(from: string, to: string): Promise<void> {
  await sync(from)
  try {
    await rename(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    await copyFile(from, to)
    await sync(to)
  }
}
