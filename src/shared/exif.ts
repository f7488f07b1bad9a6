/** EXIF's type numbers. Text ends with a zero byte. The others have 2, 4 and 8 bytes. */
export const exifTypes = { ascii: 2, short: 3, long: 4, rational: 5 } as const

/** This tag of the main directory points to the EXIF directory. */
export const exifDirectoryTag = 0x8769

export type Rational = readonly [number, number]

const maxTextBytes = 1000

/** EXIF data consists of TIFF directories. Throws a RangeError for offsets out of bounds. */
export function openTiff(tiff: Uint8Array) {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const isLittle = view.getUint8(0) === 0x49
  const uint16 = (at: number) => view.getUint16(at, isLittle)
  const uint32 = (at: number) => view.getUint32(at, isLittle)

  function directory(start: number) {
    const entries = new Map<number, number>()
    const count = start > 0 && start + 2 <= tiff.length ? uint16(start) : 0
    for (let at = start + 2; at < start + 2 + count * 12 && at + 12 <= tiff.length; at += 12)
      entries.set(uint16(at), at)

    const entryOf = (tag: number) => {
      const at = entries.get(tag)
      return at === undefined ? undefined : { at, type: uint16(at + 2), length: uint32(at + 4) }
    }

    return {
      number: (tag: number): number | undefined => {
        const { at = 0, type } = entryOf(tag) ?? {}
        return type === exifTypes.short ? uint16(at + 8) : undefined
      },
      pointer: (tag: number): number => {
        const at = entries.get(tag)
        return at === undefined ? 0 : uint32(at + 8)
      },
      rational: (tag: number): Rational | undefined => {
        const { at = 0, type } = entryOf(tag) ?? {}
        if (type !== exifTypes.rational) return undefined
        const start = uint32(at + 8)
        return start + 8 <= tiff.length ? [uint32(start), uint32(start + 4)] : undefined
      },
      /** Ends at the first zero, because the rest may be leftover data from the camera's memory. */
      text: (tag: number): Uint8Array | undefined => {
        const { at = 0, type, length = 0 } = entryOf(tag) ?? {}
        if (type !== exifTypes.ascii || length > maxTextBytes) return undefined
        const start = length <= 4 ? at + 8 : uint32(at + 8)
        const held = tiff.subarray(start, start + length)
        const end = held.indexOf(0)
        return end < 0 ? held : held.subarray(0, end)
      },
    }
  }
  const main = directory(uint32(4))
  // We read two directories and never follow a chain, so no offset can cause a loop.
  return { main, exif: directory(main.pointer(exifDirectoryTag)) }
}

/** Cameras write local time. Without an offset, we assume UTC, which is off by 14 hours at most. */
export function readTakenAt(dateTime: string, offsetText: string) {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(dateTime)
  if (!parts) return undefined
  const [, year, month, day, time] = parts
  const localDate = `${year}-${month}-${day}`
  const asUtc = new Date(`${localDate}T${time}Z`)
  // February 31 would silently roll over, and no photo is older than 1826.
  if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(`${localDate}T${time}`) || Number(year) < 1826)
    return undefined
  const offset = /^[+-](?:0\d|1[0-4]):[0-5]\d/.exec(offsetText)?.[0]
  return { takenAt: new Date(`${localDate}T${time}${offset ?? 'Z'}`).toISOString(), localDate, time, offset }
}
