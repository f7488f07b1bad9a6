import { importAccount, openAccountExport } from '../account-export.mjs'
import { createLink, existingLink, fileLimit } from '../links.mjs'
import { linkKey } from '../pictures.mjs'
import { Misuse } from '../problems.mjs'
import { findMetadata, readAlbum, readCaption } from '../takeout.mjs'
import { readJsonFile, readTree } from '../tree.mjs'
import { uploadPictures } from '../upload-pictures.mjs'

const titleMaxLength = 100
const descriptionMaxLength = 500

export const importCommand = {
  usage: `framelight import SOURCE…
  Brings in a Google Takeout, a Framelight export, or any folder or ZIP. Each folder with photos becomes a private link.
  --public         let anyone with their URL open the links
  --link ID        put everything into one link instead
  --dry-run        only show what would be sent`,
  options: {
    link: { type: 'string' },
    public: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  needsLogin: true,
  reports: true,
  async run({ api, values, positionals, report, server }) {
    if (positionals.length === 0) throw new Misuse('Name a folder or ZIP to import.')
    if (values.link && values.public) throw new Misuse("--public doesn't work with --link.")
    const tree = await readTree(positionals, report)
    try {
      const limitMb = await fileLimit(api, report)
      const account = !values.link && tree.manifest && (await openAccountExport(tree.manifest))
      if (account) {
        const byPath = new Map(tree.folders.flatMap(({ pictures }) => pictures.map((one) => [one.path, one])))
        await importAccount(api, account, { byPath, report, server, limitMb })
      } else await importFolders(api, tree, { values, report, server, limitMb })
    } finally {
      await tree.close()
    }
  },
}

async function importFolders(api, tree, { values, report, server, limitMb }) {
  report.expect(tree.folders.reduce((sum, { pictures }) => sum + pictures.length, 0))
  const one = values.link && existingLink(api, { id: values.link, report, server })
  for (const folder of tree.folders) {
    const key = linkKey('import', [...folder.sources].sort(), folder.path)
    const link = one ?? createLink(api, { key, report, server })
    const metadataOf = metadataIn(folder)
    await uploadPictures(
      api,
      folder.pictures.map((picture) => withCaption(picture, metadataOf)),
      {
        requireLink: async () => link.require({ ...(await describeFolder(folder)), isPrivate: !values.public }),
        limitMb,
        report,
      },
    )
  }
  await one?.describe()
}

const metadataIn = ({ metadata }) => {
  const names = new Set(metadata.keys())
  return (name) => metadata.get(findMetadata(name, names))
}

function withCaption(picture, metadataOf) {
  const file = metadataOf(picture.name)
  if (!file) return picture
  return {
    ...picture,
    async details() {
      const { description, takenAt } = readCaption(await readJsonFile(file))
      return { description: cut(description, descriptionMaxLength), ...(takenAt && { takenAt }) }
    },
  }
}

/** An album's metadata file is called metadata.json in English. In other languages, no picture has its name. */
async function describeFolder({ titles, metadata, pictures }) {
  const names = new Set(metadata.keys())
  const captions = new Set(pictures.map(({ name }) => findMetadata(name, names)))
  const others = [...names].filter((name) => !captions.has(name))
  const first = others.filter((name) => /^metadata/i.test(name))
  for (const name of [...first, ...others].slice(0, 20)) {
    const album = readAlbum(await readJsonFile(metadata.get(name)))
    if (album) return { title: toLine(album.title), description: cut(album.description, descriptionMaxLength) }
  }
  return { title: toLine(titles.join(' / ')) }
}

/** The server requires a visible character. */
function toLine(text) {
  const line = cut(
    text
      .normalize('NFC')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
    titleMaxLength,
  )
  return /[^\p{C}\p{Z}\p{M}]/u.test(line) ? line : 'Untitled'
}

/** Doesn't cut a surrogate pair in half. */
const cut = (text, max) =>
  text
    .slice(0, max)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim()
