import { ServerError } from './problems.mjs'

/** The largest limit that a server can have. Used while nothing is sent. */
const largestLimitMb = 200

/** The server requires at least one key. */
const noPicture = 'cli-none'

export async function fileLimit(api, { isDryRun }) {
  return isDryRun ? largestLimitMb : (await api.getPublic('/api/config')).data.fileLimitMb
}

const withAddress = (server, link) => ({ ...link, address: link.slug ? `${server}/links/${link.slug}` : undefined })

/**
 * `require` returns the link. `check` throws if it doesn't exist or the key can't add images to it. `describe` adds it
 * to the report, once it's known what it's called.
 */
export function existingLink(api, { id, report, server }) {
  const link = { _id: id, title: null, slug: null }
  return {
    require: async () => link,
    check: async () => void Object.assign(link, (await findKnown(api, id, [noPicture])).link),
    async describe() {
      // Links that got images have a title already.
      if (link.slug === null && !report.isDryRun) Object.assign(link, await readLink(api, id))
      report.link(withAddress(server, link))
    },
  }
}

async function readLink(api, id) {
  try {
    const { title, slug } = (await api.get(`/api/links/${encodeURIComponent(id)}`)).data
    return { title, slug }
  } catch (error) {
    if (!(error instanceof ServerError) || error.code !== 'KEY_SCOPE') throw error
    // A key that can only upload can't read links, but may make this call.
    return (await findKnown(api, id, [noPicture])).link
  }
}

/** Returns the images with these keys as `data`, and the link as `link`. */
export const findKnown = (api, linkId, keys) =>
  api.post(`/api/links/${encodeURIComponent(linkId)}/images/known`, { keys })

/** Creates the link when it's first needed. The server returns the same link for the same key. */
export function createLink(api, { key, report, server }) {
  let link
  return {
    async require(fields) {
      if (link) return link
      if (report.isDryRun) link = { _id: null, title: fields.title, slug: null }
      else {
        const { status, data } = await api.post('/api/links', fields, { 'idempotency-key': key })
        link = { ...data, isNew: status === 201 }
      }
      report.link(withAddress(server, link))
      return link
    },
  }
}
