import { hashStored } from '#server/platform/storage/hash-stored.ts'
import { isUnreadable, type ListedFile, type Storage } from '#server/platform/storage/storage.ts'
import type { InspectedFile, InspectionRepository } from './inspection.repository.ts'

type Options = {
  inspection: InspectionRepository
  storage: Storage
  keyOf: (folder: string, file: string) => string
  /** If true, files that have a hash are read and compared with it. */
  isDeep: boolean
}

type Damage = { name: string; what: string }

export function createDamageFinder({ inspection, storage, keyOf, isDeep }: Options) {
  async function isAltered(key: string, sha256: string) {
    try {
      return (await hashStored(storage, key))?.sha256 !== sha256
    } catch (error) {
      if (isUnreadable(error)) return true
      throw error
    }
  }

  async function find(folder: string, files: InspectedFile[], listed: ListedFile[]): Promise<Damage[]> {
    const lengths = new Map(listed.map(({ key, bytes }) => [key, bytes]))
    const looked = files.map(async ({ name, bytes, sha256 }) => {
      const key = keyOf(folder, name)
      const length = lengths.get(key)
      if (length === undefined) return { name, what: 'is missing' }
      if (length !== bytes) return { name, what: `has ${length} bytes instead of ${bytes}` }
      const isSame = !isDeep || sha256 === undefined || !(await isAltered(key, sha256))
      return isSame ? undefined : { name, what: 'has changed since it was stored: its SHA-256 differs' }
    })
    return (await Promise.all(looked)).filter((damage) => damage !== undefined)
  }

  return {
    find,
    /** Rereads the row and lists the files first. Returns no damage if the image has been deleted. */
    async findNow(folder: string) {
      const found = await inspection.findFolder(folder)
      return found ? find(folder, found.files, await listAll(storage, keyOf(folder, ''))) : []
    },
  }
}

export async function listAll(storage: Storage, prefix: string) {
  const files: ListedFile[] = []
  for await (const file of storage.list(prefix)) files.push(file)
  return files
}
