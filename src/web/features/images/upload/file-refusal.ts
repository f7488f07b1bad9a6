import { bytesOfMb, defaultFileLimitMb } from '#shared/limits.ts'

/** Matches the extension, because files have no MIME type if the operating system doesn't recognize the format. */
const pictureName = /\.(jpe?g|png|gif|webp|avif|heic|heif)$/i

/** Runs before a file is sent. The server also checks the file's contents. */
export function fileRefusal(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  limitMb: number = defaultFileLimitMb,
) {
  const isPicture = type === '' ? pictureName.test(name) : type.startsWith('image/')
  if (!isPicture) return `"${name}" isn't an image.`
  if (size > bytesOfMb(limitMb)) return `"${name}" is too large. The limit is ${limitMb} MB.`
  if (size === 0) return `"${name}" is empty.`
  return undefined
}
