import { bytesOfMb, defaultFileLimitMb } from '#shared/limits.ts'

/** Systems that do not know a format give its files no type. */
const pictureName = /\.(jpe?g|png|gif|webp|avif|heic|heif)$/i

/** Why a file is not even sent. What it really holds, only the server can say. */
export function fileRefusal(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  limitMb: number = defaultFileLimitMb,
) {
  const isPicture = type === '' ? pictureName.test(name) : type.startsWith('image/')
  if (!isPicture) return `"${name}" is not an image.`
  if (size > bytesOfMb(limitMb)) return `"${name}" is too large. The limit is ${limitMb} MB.`
  if (size === 0) return `"${name}" is empty.`
  return undefined
}
