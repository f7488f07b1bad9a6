import { indexes, statements } from './migration.ts'

/** Uploads store the hashes of their files. Images that are here already get theirs in the background. */
export const fileHashes = statements('0027-file-hashes', 'alter table images add column file_hashes TEXT', {
  sqlite: [],
  postgres: [],
})

/** Empty once every image has its hashes, so looking for those without costs nothing. */
export const imagesWithoutHashes = indexes('0027-images-without-hashes', {
  images_without_hashes: 'images (id) where file_hashes is null',
})
