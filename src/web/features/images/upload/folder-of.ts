import { titleMaxLength } from '#shared/limits.ts'

/** Set by react-dropzone for dropped files, such as `/South/a.jpg` or `./a.jpg`. */
type Dropped = File & { path?: string }

/** Returns the name of the dropped folder that a file was in, or undefined if the file itself was dropped. */
export function folderOf(file: Dropped) {
  const [folder, ...rest] = (file.path || file.webkitRelativePath || '')
    .split('/')
    .filter((part) => part && part !== '.')
  return rest.length > 0 ? folder?.replace(/\s+/g, ' ').trim().slice(0, titleMaxLength).trim() || undefined : undefined
}
