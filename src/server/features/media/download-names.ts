import { extensions } from '#server/platform/pictures/image-header.ts'

/** What folders, shells and file systems give a meaning of their own. */
const reservedCharacters = /[<>:"/\\|?*]/g
const unprintable = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu
/** Names that Windows keeps for devices, whatever comes after the dot. */
const reservedNames = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³])(?=\.|$)/i
const pictureEnding = /\.(jpe?g|jpe|jfif|png|gif|webp|avif|hei[cf]|bmp|tiff?)$/i

const endings: Record<string, string> = Object.fromEntries(
  Object.entries(extensions).map(([format, extension]) => [`image/${format}`, extension]),
)

/** Room for a number and an ending stays: file systems stop at 255 bytes, and some programs sooner. */
const maxBytes = 150

/** Text of somebody's as the name of a file that every system takes, without an ending. */
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

/** Some systems drop dots and blanks at the end by themselves. By hand: as a pattern it would try every run of them. */
function withoutEnd(name: string) {
  let end = name.length
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end--
  return name.slice(0, end)
}

const characters = new Intl.Segmenter('en')

/** Whole characters, as people count them: half of a flag would be another. */
function shortened(text: string) {
  let name = ''
  for (const { segment } of characters.segment(text.slice(0, maxBytes * 4))) {
    if (Buffer.byteLength(name + segment) > maxBytes) break
    name += segment
  }
  return name
}

/** The name a picture had when it came, with the ending of what it is now. */
export const pictureName = (fileName: string, type: string) =>
  `${cleanName(fileName.replace(pictureEnding, ''), 'image')}.${endings[type] ?? 'img'}`

const sameEndings: Record<string, RegExp> = {
  'image/jpeg': /\.(jpe?g|jpe|jfif)$/i,
  'image/heic': /\.hei[cf]$/i,
}

/** The name of a file that is still what it was when it came: as it was, where its ending says what it is. */
export function originalName(fileName: string, type: string) {
  const ending = sameEndings[type]?.exec(fileName)?.[0] ?? `.${endings[type] ?? 'img'}`
  return fileName.toLowerCase().endsWith(ending.toLowerCase())
    ? cleanName(fileName.slice(0, -ending.length), 'image') + fileName.slice(-ending.length)
    : pictureName(fileName, type)
}

/** Each name once, also where capitals make no difference: the second `name.jpg` is `name (2).jpg`. */
export const uniqueNames = (names: string[]): string[] => names.map(createUniqueNames())

/** The same for names that come one after the other. */
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
