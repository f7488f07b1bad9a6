import { addressOf } from '#web/lib/api.ts'
import { fetchFile } from '#web/lib/fetch-file.ts'
import { saveFile } from '#web/lib/save-file.ts'

/** Where all pictures of a gallery are had as one file. */
export const archiveAddress = (slug: string) => addressOf('/api/links/slug/:slug/download', { params: { slug } })

/** For the owner of what is closed to others: a plain link could not say who asks. */
export const downloadAsOwner = async (slug: string, title: string) =>
  saveFile(await fetchFile(archiveAddress(slug)), `${title}.zip`)
