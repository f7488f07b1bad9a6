import type { Link } from '#shared/links.ts'
import { addressOf } from '#web/lib/api.ts'
import { fetchFile } from '#web/lib/fetch-file.ts'
import { saveFile } from '#web/lib/save-file.ts'

const url = '/api/links/slug/:slug/download'

/** Fetches the chosen pictures as one ZIP and saves it. */
export async function downloadImages({ slug, title }: Link, ids: readonly string[]) {
  const address = addressOf(url, { params: { slug }, query: { images: ids.join(',') } })
  saveFile(await fetchFile(address), `${title}.zip`)
}
