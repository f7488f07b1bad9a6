import { ServerError } from './problems.mjs'

/** The largest limit that a server can have. Used while nothing is sent. */
const largestLimitMb = 200

export async function fileLimit(api, { isDryRun }) {
  return isDryRun ? largestLimitMb : (await api.getPublic('/api/config')).data.fileLimitMb
}

const withAddress = (server, link) => ({ ...link, address: link.slug ? `${server}/links/${link.slug}` : undefined })

/** `require` returns the link. `describe` adds it to the report, once it's known what it's called. */
export function existingLink(api, { id, report, server }) {
  const link = { _id: id, title: null, slug: null }
  return {
    require: async () => link,
    async describe() {
      // A key that can only upload learns the title from the images it sends.
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
    if (error instanceof ServerError && error.code === 'KEY_SCOPE') return {}
    throw error
  }
}

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
