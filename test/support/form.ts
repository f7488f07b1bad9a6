import { randomBytes } from 'node:crypto'

export type FormPart =
  | { name: string; value: string }
  | { name: string; fileName: string; type?: string; bytes: Buffer }

export function toForm(parts: FormPart[]) {
  const boundary = `form-${randomBytes(8).toString('hex')}`
  const chunks = parts.flatMap((part) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"`
    if ('value' in part) return [Buffer.from(`${head}\r\n\r\n${part.value}\r\n`)]
    const type = part.type ?? 'application/octet-stream'
    return [
      Buffer.from(`${head}; filename="${part.fileName}"\r\nContent-Type: ${type}\r\n\r\n`),
      part.bytes,
      Buffer.from('\r\n'),
    ]
  })
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
