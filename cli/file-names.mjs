/** Windows reserves these device names with any ending. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)$/i
/** File systems allow 255 bytes. This leaves room for a number and an ending. */
const maxStemBytes = 200

/** Returns a function that turns any text into a name that no other image has, and that can't leave the folder. */
export function createFileNames() {
  const taken = new Set()
  return (text, ending) => {
    const given = /\.[a-z0-9]{1,10}$/i.exec(text)?.[0] ?? ''
    const stem = cleanStem(text.slice(0, text.length - given.length))
    const last = ending === undefined || isSameEnding(given, ending) ? given : ending
    let name = stem + last
    // Most file systems ignore case, and some ignore how accents are written.
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${stem} (${count})${last}`
    taken.add(name.toLowerCase())
    return name
  }
}

const isSameEnding = (one, other) => plain(one) === plain(other)
const plain = (ending) => ending.toLowerCase().replace('.jpeg', '.jpg').replace('.heif', '.heic')

function cleanStem(text) {
  const clean = text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}/\\:*?"<>|]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
  const stem = cutToBytes(clean, maxStemBytes)
  return stem === '' || device.test(stem) ? `image${stem}` : stem
}

function cutToBytes(text, max) {
  let bytes = 0
  let cut = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > max) break
    cut += character
  }
  return cut
}
