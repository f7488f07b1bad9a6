import { indexes } from './migration.ts'

/** Finds the links with a watermark, which are few. The condition is repeated in `listLinks` of marked-images.repository.ts. */
export const watermarkedLinks = indexes('0051-watermarked-links', {
  watermarked_links: `links (id) where substr(watermark, 1, 13) <> '{"mode":"off"'`,
})
