import { titleMaxLength } from '#shared/limits.ts'
import { headerOf } from './image-header.ts'

/** react-dropzone adds `path`, which includes the folder if the browser reports it. */
type DroppedFile = File & { readonly path?: string }

function folderOf(file: DroppedFile) {
  const parts = (file.path ?? file.webkitRelativePath ?? '').split('/').filter((part) => part !== '' && part !== '.')
  return parts.length > 1 ? parts[0] : undefined
}

function dayName(date: Date, now: Date) {
  const isThisYear = date.getFullYear() === now.getFullYear()
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', ...year }).format(date)
}

export function commonFolder(files: readonly File[]) {
  const [folder, ...others] = new Set(files.map(folderOf))
  return others.length === 0 ? folder : undefined
}

/** The day on which most of the files were taken, or the earliest of several such days. */
function usualDay(files: readonly File[]) {
  const days = files.flatMap((file) => headerOf(file).takenOn ?? []).toSorted()
  const counts = new Map<string, number>()
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return days.find((day) => counts.get(day) === most)
}

export function galleryName(files: readonly File[], now = new Date()) {
  const folder = commonFolder(files)
  if (folder !== undefined) return folder.slice(0, titleMaxLength)
  const takenOn = usualDay(files)
  return dayName(takenOn ? new Date(`${takenOn}T12:00:00`) : now, now)
}
