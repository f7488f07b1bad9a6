import { basename, dirname, resolve } from 'node:path'
import { listPictures, requirePath } from '../folder.mjs'
import { createLink, existingLink, fileLimit } from '../links.mjs'
import { linkKey } from '../pictures.mjs'
import { Misuse } from '../problems.mjs'
import { uploadPictures } from '../upload-pictures.mjs'

export const upload = {
  usage: `framelight upload PATH… --link ID
framelight upload PATH… --new TITLE
  Sends photos and folders, with everything below them. Photos that are already in the link aren't sent again.
  --link ID        add to this link
  --new TITLE      create a private link first
  --public         with --new: let anyone with its URL open the link
  --dry-run        only show what would be sent`,
  options: {
    link: { type: 'string' },
    new: { type: 'string' },
    public: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  needsLogin: true,
  reports: true,
  async run({ api, values, positionals: paths, report, server }) {
    if (paths.length === 0) throw new Misuse('Name the photos or folders to upload.')
    if (!values.link === !values.new) throw new Misuse('Choose a link with --link ID, or create one with --new TITLE.')
    if (values.public && !values.new) throw new Misuse('--public only works with --new.')
    const pictures = await listPictures(paths, report)
    const link = values.link
      ? existingLink(api, { id: values.link, report, server })
      : createLink(api, { key: linkKey('upload', values.new, await foldersOf(paths)), report, server })
    report.expect(pictures.length)
    await uploadPictures(api, pictures, {
      requireLink: () => link.require({ title: values.new, isPrivate: !values.public }),
      limitMb: await fileLimit(api, report),
      report,
    })
    await link.describe?.()
  },
}

/** The same command creates the same link, even if the folder has got more photos or is on another computer. */
async function foldersOf(paths) {
  const folders = paths.map(async (path) => {
    const stats = await requirePath(path)
    return basename(resolve(stats.isDirectory() ? path : dirname(path)))
  })
  return [...new Set(await Promise.all(folders))].sort()
}
