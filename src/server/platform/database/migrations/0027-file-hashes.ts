import { indexes, statements } from './migration.ts'

/** Uploads store file hashes. Existing images get theirs in the background. */
export const fileHashes = statements('0027-file-hashes', 'alter table images add column file_hashes TEXT', {
  sqlite: [],
  postgres: [],
})

/** Empty once every image has hashes, so searching for images without hashes is free. */
export const imagesWithoutHashes = indexes('0027-images-without-hashes', {
  images_without_hashes: 'images (id) where file_hashes is null',
})
