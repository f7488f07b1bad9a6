/** Google ends the names of its metadata files like this, and cuts the whole to 46 characters before `.json`. */
const suffix = '.supplemental-metadata'
const shortestCut = 40
/** No file system has longer names, but a ZIP can. */
const longestName = 255

const isNumbered = /^(.*)(\(\d+\))(\.[^.]*)$/s
const isEdited = /-edited(?=\.[^.]*$)/

/**
 * Returns the name of a picture's metadata file, without `.json`. `names` are those of all JSON files in the folder,
 * without the ending. The second of two equal names, `a(1).jpg`, belongs to `a.jpg(1).json`.
 */
export function findMetadata(pictureName, names) {
  if (names.size === 0 || pictureName.length > longestName) return undefined
  const [, stem, number, ending] = isNumbered.exec(pictureName) ?? []
  return (
    findEnding(pictureName, '', names, pictureName.length) ??
    (number && findEnding(stem + ending, number, names, shortestCut)) ??
    findEnding(pictureName, '', names, shortestCut) ??
    (isEdited.test(pictureName) ? findMetadata(pictureName.replace(isEdited, ''), names) : undefined)
  )
}

function findEnding(name, number, names, shortest) {
  const whole = name + suffix
  for (let length = whole.length; length >= Math.min(name.length, shortest); length--) {
    const candidate = whole.slice(0, length) + number
    if (names.has(candidate)) return candidate
  }
  return undefined
}

const textOf = (value) => (typeof value === 'string' ? value : '')

/** Returns undefined if the file doesn't describe an album. */
export function readAlbum(data) {
  const album = data?.albumData ?? data
  if (typeof album?.title !== 'string' || album.title.trim() === '' || album.photoTakenTime) return undefined
  return { title: album.title, description: textOf(album.description) }
}

export function readCaption(data) {
  // Google writes 0 if it doesn't know.
  const takenAt = new Date((Number(data?.photoTakenTime?.timestamp) || Number.NaN) * 1000)
  return {
    description: textOf(data?.description),
    takenAt: Number.isNaN(takenAt.getTime()) || takenAt.getUTCFullYear() > 9999 ? undefined : takenAt.toISOString(),
  }
}
