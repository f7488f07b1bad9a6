import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileHash } from './hashed-files.ts'

/** This file is written last, so a folder without it is an unfinished backup. */
export const descriptionName = 'backup.json'

export type BackupFacts = {
  createdAt: string
  database: string
  images: number
  files: number
  bytes: number
  /** Hashes of the database, the secret and the manifest, keyed by file name. Backups from older versions have none. */
  contents?: Record<string, FileHash>
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Adds a hash of the facts, because damage to this file would go unnoticed otherwise. */
const format = (facts: BackupFacts) =>
  `${JSON.stringify({ ...facts, sha256: sha256(JSON.stringify(facts)) }, undefined, 2)}\n`

export const writeFacts = (backup: string, facts: BackupFacts) =>
  writeFile(join(backup, descriptionName), format(facts), { flush: true })

export async function readFacts(backup: string): Promise<{ facts: BackupFacts } | { problem: string }> {
  let text: string
  try {
    text = await readFile(join(backup, descriptionName), 'utf8')
  } catch (error) {
    return { problem: `can't be read (${(error as NodeJS.ErrnoException).code})` }
  }
  const facts = parse(text)
  return facts
    ? { facts }
    : { problem: 'is damaged, so there are no hashes to check the database and the secret against' }
}

function parse(text: string): BackupFacts | undefined {
  try {
    const { sha256: own, ...facts } = JSON.parse(text)
    const isFromOlderVersion = own === undefined && facts.contents === undefined && 'files' in facts
    return isFromOlderVersion || text === format(facts) ? facts : undefined
  } catch {
    return undefined
  }
}
