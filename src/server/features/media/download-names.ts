import { extensions } from '#server/platform/images/image-header.ts'

const reservedCharacters = /[<>:"/\\|?*]/g
const unprintable = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu
/** Windows reserves these device names with any extension. */
const reservedNames = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³])(?=\.|$)/i
const pictureEnding = /\.(jpe?g|jpe|jfif|png|gif|webp|avif|hei[cf]|bmp|tiff?)$/i

const endings: Record<string, string> = Object.fromEntries(
  Object.entries(extensions).map(([format, extension]) => [`image/${format}`, extension]),
)

/** File systems allow 255 bytes, and some programs allow fewer. A number and an extension are added later. */
const maxBytes = 150

/** Turns any text into a file name that's valid on every system, without an extension. */
export function cleanName(text: string, fallback: string): string {
  const printable = text
    .normalize('NFC')
    .replace(unprintable, '')
    .replace(reservedCharacters, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  const name = withoutEnd(shortened(printable)) || fallback
  return reservedNames.test(name) ? `_${name}` : name
}

/** Some systems strip trailing dots and spaces. A regular expression would take quadratic time here. */
function withoutEnd(name: string) {
  let end = name.length
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end--
  return name.slice(0, end)
}

const characters = new Intl.Segmenter('en')

/** Cuts between grapheme clusters, because half a flag emoji would be a different character. */
function shortened(text: string) {
  let name = ''
  for (const { segment } of characters.segment(text.slice(0, maxBytes * 4))) {
    if (Buffer.byteLength(name + segment) > maxBytes) break
    name += segment
  }
  return name
}

/** Replaces the extension of the uploaded name with that of the served type. */
export const pictureName = (fileName: string, type: string) =>
  `${cleanName(fileName.replace(pictureEnding, ''), 'image')}.${endings[type] ?? 'img'}`

const sameEndings: Record<string, RegExp> = {
  'image/jpeg': /\.(jpe?g|jpe|jfif)$/i,
  'image/heic': /\.hei[cf]$/i,
}

/** Keeps the extension of the uploaded name if it matches the type. */
export function originalName(fileName: string, type: string) {
  const ending = sameEndings[type]?.exec(fileName)?.[0] ?? `.${endings[type] ?? 'img'}`
  return fileName.toLowerCase().endsWith(ending.toLowerCase())
    ? cleanName(fileName.slice(0, -ending.length), 'image') + fileName.slice(-ending.length)
    : pictureName(fileName, type)
}

/** Makes names unique, ignoring case: the second `name.jpg` becomes `name (2).jpg`. */
export const uniqueNames = (names: string[]): string[] => names.map(createUniqueNames())

export function createUniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (name) => {
    const [, stem = name, ending = ''] = /^(.+)(\.[^.]+)$/.exec(name) ?? []
    const key = name.toLowerCase()
    let count = counts.get(key) ?? 1
    let free = name
    while (taken.has(free.toLowerCase())) free = `${stem} (${++count})${ending}`
    counts.set(key, count)
    taken.add(free.toLowerCase())
    return free
  }
}
