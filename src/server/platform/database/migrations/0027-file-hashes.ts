import { indexes, statements } from './migration.ts'

/** Uploads store file hashes. A background job adds them to existing images. */
export const fileHashes = statements('0027-file-hashes', 'alter table images add column file_hashes TEXT', {
  sqlite: [],
  postgres: [],
})

/** Once every image has hashes, this index is empty, so a search for images without hashes costs nothing. */
export const imagesWithoutHashes = indexes('0027-images-without-hashes', {
  images_without_hashes: 'images (id) where file_hashes is null',
})
