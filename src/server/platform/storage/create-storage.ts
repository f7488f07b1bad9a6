import type { Storage, StorageOptions } from './storage.ts'

/** Loads only the storage in use, because the S3 client takes about 20 MB. */
export async function createStorage(options: StorageOptions): Promise<Storage> {
  if (options.kind === 'disk') {
    const { createDiskStorage } = await import('./disk.ts')
    return createDiskStorage(options)
  }
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage(options)
}
