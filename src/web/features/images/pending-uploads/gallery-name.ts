import { titleMaxLength } from '#shared/limits.ts'
import { headerOf } from './image-header.ts'

/** `path`: what was dropped with its folder, as far as the browser tells. */
type DroppedFile = File & { readonly path?: string }

function folderOf(file: DroppedFile) {
  const parts = (file.path ?? file.webkitRelativePath ?? '').split('/').filter((part) => part !== '' && part !== '.')
  return parts.length > 1 ? parts[0] : undefined
}

/** Saturday, 14 November; the year only where it is another. */
function dayName(date: Date, now: Date) {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options).format(date)
  const isThisYear = date.getFullYear() === now.getFullYear()
  const day = format({ day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) })
  return `${format({ weekday: 'long' })}, ${day}`
}

/** The folder that all of them came in, where they came in one. */
export function commonFolder(files: readonly File[]) {
  const [folder, ...others] = new Set(files.map(folderOf))
  return others.length === 0 ? folder : undefined
}

/** A gallery is called after the folder that its pictures came in, or the day on which the first of them was taken. */
export function galleryName(files: readonly File[], now = new Date()) {
  const folder = commonFolder(files)
  if (folder !== undefined) return folder.slice(0, titleMaxLength)
  const takenOn = files.map((file) => headerOf(file).takenOn).find((day) => day !== null)
  return dayName(takenOn ? new Date(`${takenOn}T12:00:00`) : now, now)
}
