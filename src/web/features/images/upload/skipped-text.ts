import { isSkipped, type Upload } from './upload.ts'

export const skippedText = (uploads: readonly Upload[]) =>
  uploads
    .filter(isSkipped)
    .map(({ file: { name }, sentence }) => (sentence.includes(name) ? sentence : `"${name}": ${sentence}`))
    .join('\n')
