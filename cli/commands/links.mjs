export const links = {
  usage: `framelight links
  Lists your links: id, title, number of images and URL.`,
  needsLogin: true,
  async run({ api, values, server }) {
    const found = []
    for (let cursor; ; ) {
      const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) })
      const { data, nextCursor } = await api.get(`/api/links?${query}`)
      found.push(...data)
      if (!nextCursor) break
      cursor = nextCursor
    }
    const rows = found.map(({ _id, title, slug, imageCount }) => {
      return { _id, title, slug, images: imageCount, address: `${server}/links/${slug}` }
    })
    const lines = rows.map(({ _id, title, images, address }) =>
      [_id, title.replace(/\p{Cc}/gu, '?'), images, address].join('\t'),
    )
    process.stdout.write(values.json ? `${JSON.stringify(rows)}\n` : lines.map((line) => `${line}\n`).join(''))
  },
}
