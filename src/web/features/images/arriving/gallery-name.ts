import { titleMaxLength } from '#shared/limits.ts'
import { headOf } from './picture-head.ts'

/** `path`: what was dropped with its folder, as far as the browser tells. */
type DroppedFile = File & { readonly path?: string }

function folderOf(file: DroppedFile) {
  const parts = (file.path ?? file.webkitRelativePath ?? '').split('/').filter((part) => part !== '' && part !== '.')
  return parts.length > 1 ? parts[0] : undefined
}

const dayName = (date: Date, isThisYear: boolean) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(date)

/** A gallery is called after the folder that its pictures came in, or the day on which the first of them was taken. */
export function galleryName(files: readonly File[], now = new Date()) {
  const [folder, ...others] = new Set(files.map(folderOf))
  if (folder !== undefined && others.length === 0) return folder.slice(0, titleMaxLength)
  const takenOn = files.map((file) => headOf(file).takenOn).find((day) => day !== null)
  const day = takenOn ? new Date(`${takenOn}T12:00:00`) : now
  return dayName(day, day.getFullYear() === now.getFullYear())
}
