import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

const pageBytes = 4096
const damagedPages = [4, 5, 6, 7]

/** Overwrites four pages of a SQLite file, like a failing disk. The first page, with the header, isn't affected. */
export async function overwritePages(file: string) {
  // If the log still had newer copies of these pages, SQLite would never read the damaged ones.
  const sqlite = new DatabaseSync(file)
  sqlite.exec('pragma wal_checkpoint(truncate)')
  sqlite.close()
  const handle = await open(file, 'r+')
  for (const page of damagedPages) await handle.write(Buffer.alloc(pageBytes, 0x55), 0, pageBytes, page * pageBytes)
  await handle.close()
}
