/** Google ends the names of its metadata files like this, and cuts the whole to 46 characters before `.json`. */
const suffix = '.supplemental-metadata'
const shortestCut = 40

const isNumbered = /^(.*)(\(\d+\))(\.[^.]*)$/s
const isEdited = /-edited(?=\.[^.]*$)/

/**
 * Returns the name of a picture's metadata file, without `.json`. `names` are those of all JSON files in the folder,
 * without the ending. The second of two equal names, `a(1).jpg`, belongs to `a.jpg(1).json`.
 */
export function findMetadata(pictureName, names) {
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
  const seconds = Number(data?.photoTakenTime?.timestamp || Number.NaN)
  const takenAt = new Date(seconds * 1000)
  return {
    description: textOf(data?.description),
    takenAt: Number.isNaN(takenAt.getTime()) ? undefined : takenAt.toISOString(),
  }
}
