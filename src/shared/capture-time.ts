/** Reads EXIF's date. Cameras write local time. Without an offset, we assume UTC, which is off by 14 hours at most. */
export function readCaptureTime(dateTime: string, offsetText: string) {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(dateTime)
  if (!parts) return undefined
  const [, year, month, date, time] = parts
  const day = `${year}-${month}-${date}`
  const local = `${day}T${time}`
  const asUtc = new Date(`${local}Z`)
  // February 31 would silently roll over, and no photo is older than 1826.
  if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(local) || Number(year) < 1826) return undefined
  const offset = /^[+-](?:0\d|1[0-4]):[0-5]\d/.exec(offsetText)?.[0]
  return { takenAt: new Date(`${local}${offset ?? 'Z'}`).toISOString(), day, time, offset }
}
