import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileNames } from '../file-names.mjs'
import { FileProblem, Misuse, ServerError, Stopped } from '../problems.mjs'

const sizes = ['original', 'full', 'web']
/** These stop the whole download. Other answers are about one image. */
const stoppingCodes = new Set(['UNAUTHENTICATED', 'KEY_SCOPE', 'PLAN_FEATURE'])
const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'])

export const download = {
  usage: `framelight download LINK [FOLDER]
  Saves the photos of a link. LINK is its id, its URL or the last part of the URL. FOLDER defaults to a folder named
  after the link. Files that are already there with the same length aren't downloaded again.
  --size SIZE      original (default), full: without private data, or web: at most 1920 pixels`,
  options: { size: { type: 'string' } },
  needsLogin: true,
  reports: true,
  verb: 'downloaded',
  async run({ api, values, positionals, report, server }) {
    const [wanted, given, ...rest] = positionals
    if (!wanted || rest.length > 0) throw new Misuse('Name a link and, if you like, a folder.')
    const size = values.size ?? 'original'
    if (!sizes.includes(size)) throw new Misuse(`--size must be ${sizes.join(', ')}.`)
    const link = await findLink(api, wanted)
    const { data: images } = await api.get(`/api/links/${link._id}/images`)
    const folder = given ?? link.slug
    await makeFolder(folder)
    report.link({ ...link, address: `${server}/links/${link.slug}` })
    report.expect(images.length)
    const nameFor = createFileNames()
    for (const image of images)
      await save(api, image, { folder, name: nameFor(image.fileName, await endingOf(api, image, size)), size, report })
  },
}

async function findLink(api, text) {
  const slug = /\/links\/([^/?#]+)/.exec(text)?.[1]
  const read = async (path) => (await api.get(path)).data
  if (slug) return read(`/api/links/slug/${slug}`)
  const name = encodeURIComponent(text)
  try {
    return await read(`/api/links/${name}`)
  } catch (error) {
    if (!(error instanceof ServerError) || error.status !== 404) throw error
    return read(`/api/links/slug/${name}`)
  }
}

async function makeFolder(folder) {
  await mkdir(folder, { recursive: true }).catch((error) => {
    if (error.code === 'EEXIST' || error.code === 'ENOTDIR') throw new Misuse(`This isn't a folder: ${folder}`)
    throw new Stopped('UNWRITABLE', `The folder ${folder} couldn't be created (${error.code}).`)
  })
}

async function save(api, image, { folder, name, size, report }) {
  const target = join(folder, name)
  try {
    const isThere = await fetchImage(api, image, size, async (url) => {
      const stats = await stat(target).catch(() => undefined)
      if (stats?.isFile() && stats.size === Number((await headersOf(api, url))['content-length'])) return true
      await saveAs(api, url, target, join(folder, unfinishedName(image, size)))
      return false
    })
    if (isThere) report.skip()
    else report.done()
  } catch (error) {
    report.refuse(image.fileName, error)
    const isAboutImage =
      error instanceof FileProblem || (error instanceof ServerError && !stoppingCodes.has(error.code))
    if (!isAboutImage) throw error
  }
}

/** Signed URLs expire, so a long download can need a new one. */
async function fetchImage(api, image, size, use) {
  try {
    return await use(urlOf(image, size))
  } catch (error) {
    if (size === 'original' || !(error instanceof ServerError) || ![401, 403, 404, 410].includes(error.status))
      throw error
    return use(urlOf((await api.get(`/api/images/${image._id}`)).data, size))
  }
}

const headersOf = (api, url) =>
  api.headersOf(url).catch((error) => {
    // The download gets the same answer, with a sentence.
    if (error instanceof ServerError) return {}
    throw error
  })

/** Other sizes can have another format. Of guests' images, only the full size is kept, but collaborators' are complete. */
async function endingOf(api, image, size) {
  if (size !== 'original') return /\.[a-z0-9]+$/.exec(mediaUrlOf(image, size)?.split('?')[0] ?? '')?.[0]
  if (!image.addedBy) return undefined
  const { 'content-disposition': name = '' } = await headersOf(api, urlOf(image, size))
  return /(\.[a-z0-9]+)"?$/i.exec(name)?.[1]
}

function mediaUrlOf({ url, renditions }, size) {
  if (size !== 'web') return url
  return renditions.reduce((best, one) => (one.width > best.width ? one : best), { width: 0, url }).url
}

function urlOf(image, size) {
  if (size === 'original') return `/api/images/${image._id}/original`
  const found = mediaUrlOf(image, size)
  if (!found) throw new FileProblem('DOWNLOADS_OFF', 'The owner has turned downloads off.')
  return found
}

/** The same for every try, so a killed download leaves at most one such file. */
const unfinishedName = ({ _id }, size) =>
  `.framelight-${createHash('sha256').update(`${_id} ${size}`).digest('hex').slice(0, 16)}.part`

async function saveAs(api, url, target, unfinished) {
  try {
    await api.open(url, (response) => write(response, unfinished))
    await onDisk(rename(unfinished, target))
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}

async function write(response, path) {
  const announced = response.headers['content-length']
  const file = await onDisk(open(path, 'w'))
  let bytes = 0
  try {
    for await (const chunk of response) {
      await onDisk(file.writeFile(chunk))
      bytes += chunk.length
    }
    if (announced !== undefined && bytes !== Number(announced)) throw new Error('the download was cut off')
    await onDisk(file.datasync())
  } finally {
    await file.close()
  }
}

/** Tells problems of this computer from lost connections, which are tried again. */
const onDisk = (work) =>
  work.catch((error) => {
    if (fullDisk.has(error.code)) {
      throw new Stopped('DISK_FULL', `There's no room to save files in this folder (${error.code}).`)
    }
    throw new FileProblem('UNWRITABLE', `It couldn't be saved (${error.code}).`)
  })
